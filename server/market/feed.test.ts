import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeFeedOptions, openFakeFeed } from '../../tests/support/fake-feed.ts';
import { fakeCoin, fakeSnapshot, fakeTrendingCoin } from '../../tests/support/fake-market.ts';
import { createMemoryLease, createMemoryStore } from '../../tests/support/fake-provider.ts';
import { UpstreamError } from './provider.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 0, 3);

const running: { stop: () => Promise<void> }[] = [];
const open = (options?: FakeFeedOptions) => {
  const opened = openFakeFeed(options);
  running.push(opened);
  return opened;
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  vi.useRealTimers();
});

/** A store that has kept a snapshot of an hour ago. */
function storeOfYesterday() {
  const store = createMemoryStore();
  store.kept = fakeSnapshot({
    asOf: begin - 60 * minute,
    coins: [fakeCoin('bitcoin', { current_price: 90 }), fakeCoin('ethereum')],
  });
  return store;
}

describe('auto', () => {
  it('shows the real market where it answers at start, and keeps it', async () => {
    const store = createMemoryStore();
    const { feed } = open({ store });
    await feed.start();
    expect(feed.status()).toEqual({
      source: 'coingecko',
      state: 'live',
      asOf: new Date(begin).toISOString(),
    });
    expect(feed.snapshot()).toMatchObject({ global: { markets: 1000 }, trending: [{ id: 'bitcoin' }] });
    expect(store.kept).toBe(feed.snapshot());
  });

  it('shows the simulated market where nothing was ever had, until the real one answers, then for good', async () => {
    const store = createMemoryStore();
    const { feed, real, simulated, breakDown, heal } = open({ store });
    breakDown();
    await feed.start();
    expect(feed.status()).toMatchObject({ source: 'simulated', state: 'live' });
    await pass(5 * minute);
    expect(feed.status()).toMatchObject({ source: 'simulated', state: 'live' });
    expect(store.kept).toBeNull();
    heal();
    await pass(20_000);
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'live' });
    const simulatedCalls = simulated.calls.length;
    breakDown();
    await pass(10 * minute);
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'stale' });
    expect(simulated.calls).toHaveLength(simulatedCalls);
    expect(feed.snapshot()?.coins[0]?.current_price).toBe(real.coins[0]?.current_price);
  });

  it('changes over with the global figures, where one more refresh brings them', async () => {
    const { feed, real, breakDown, heal } = open();
    breakDown();
    await feed.start();
    heal();
    real.before = (call) => {
      if (call === 'getGlobal' && real.count(call) < 3) throw new UpstreamError('unavailable', '500');
    };
    const seen: (boolean | undefined)[] = [];
    feed.onChange(() => feed.status().source === 'coingecko' && seen.push(feed.snapshot()?.global !== null));
    await pass(3 * minute);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });

  it('does not change over to a real market without one price to believe', async () => {
    const { feed, real } = open();
    const priced = real.coins;
    real.coins = priced.map((coin) => ({ ...coin, current_price: null }));
    await feed.start();
    await pass(minute);
    expect(feed.status()).toMatchObject({ source: 'simulated', state: 'live' });
    real.coins = priced;
    await pass(20_000);
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'live' });
  });

  it('shows the kept snapshot as stale, whatever its age, while the real market does not answer', async () => {
    const store = storeOfYesterday();
    store.kept = { ...store.kept!, asOf: begin - 5_000 };
    const { feed, breakDown, heal } = open({ store });
    breakDown();
    await feed.start();
    expect(feed.status()).toEqual({
      source: 'coingecko',
      state: 'stale',
      asOf: new Date(begin - 5_000).toISOString(),
    });
    heal();
    await pass(2_000);
    expect(feed.status()).toMatchObject({ state: 'live' });
  });

  it('waits three seconds at most for a market that hangs', async () => {
    const { feed, hang } = open();
    hang();
    const started = vi.fn();
    void feed.start().then(started);
    await pass(2_900);
    expect(started).not.toHaveBeenCalled();
    await pass(200);
    expect(started).toHaveBeenCalled();
    expect(feed.status().source).toBe('simulated');
  });
});

describe('coingecko', () => {
  it('never simulates: it is starting until it has data', async () => {
    const { feed, simulated, breakDown, heal } = open({ mode: 'coingecko' });
    breakDown();
    await feed.start();
    expect(feed.status()).toEqual({ source: 'coingecko', state: 'starting', asOf: null });
    await pass(10 * minute);
    expect(feed.snapshot()).toBeNull();
    heal();
    await pass(20_000);
    expect(feed.status().state).toBe('live');
    expect(simulated.calls).toHaveLength(0);
  });
});

describe('simulated', () => {
  it('asks nobody else, keeps nothing and stays live', async () => {
    const store = storeOfYesterday();
    const before = store.kept;
    const { feed, real, simulated } = open({ mode: 'simulated', store });
    await feed.start();
    await pass(10 * minute);
    expect(feed.status()).toMatchObject({ source: 'simulated', state: 'live' });
    expect(simulated.count('listCoins')).toBe(11);
    expect(real.calls).toHaveLength(0);
    expect(store.kept).toBe(before);
  });
});

describe('refreshing', () => {
  it('asks for coins and global figures each minute and for trending every five', async () => {
    const { feed, real } = open();
    await feed.start();
    await pass(10 * minute);
    expect([real.count('listCoins'), real.count('getGlobal'), real.count('listTrending')]).toEqual([
      11, 11, 3,
    ]);
  });

  it('asks for global figures no oftener than each minute when coins come each second', async () => {
    const { feed, real } = open({ refreshMs: 1_000 });
    await feed.start();
    await pass(2 * minute);
    expect(real.count('listCoins')).toBeGreaterThan(100);
    expect(real.count('getGlobal')).toBe(3);
  });

  it('goes on with old global figures where only they fail', async () => {
    const { feed, real } = open();
    await feed.start();
    real.before = (call) => {
      if (call === 'getGlobal') throw new UpstreamError('unreadable', 'HTML');
    };
    real.coins = [fakeCoin('bitcoin', { current_price: 101 })];
    await pass(minute);
    expect(feed.snapshot()).toMatchObject({ coins: [{ current_price: 101 }], global: { markets: 1000 } });
    expect(feed.status().asOf).toBe(new Date(begin + minute).toISOString());
  });

  it('adds figures that come late to the snapshot shown', async () => {
    const { feed, real } = open();
    real.before = (call) =>
      call === 'getGlobal' ? new Promise((resolve) => setTimeout(resolve, 4_000)) : undefined;
    const starting = feed.start();
    await pass(1_000);
    await starting;
    expect(feed.snapshot()?.global).toBeNull();
    await pass(4_000);
    expect(feed.snapshot()?.global).not.toBeNull();
    expect(feed.status().asOf).toBe(new Date(begin).toISOString());
  });

  it('tells its listeners of each snapshot, and of getting stale with time alone', async () => {
    const { feed, hang } = open();
    await feed.start();
    const states: string[] = [];
    const stopListening = feed.onChange(() => states.push(feed.status().state));
    await pass(minute);
    expect(states).toEqual(['live']);
    hang();
    // Two refreshes and ten seconds after the last one.
    await pass(130_000);
    expect(states).toEqual(['live']);
    await pass(1);
    expect(states).toEqual(['live', 'stale']);
    stopListening();
    await pass(10 * minute);
    expect(states).toHaveLength(2);
  });

  it.each([
    ['errors', (feed: ReturnType<typeof open>) => feed.breakDown()],
    ['hangs', (feed: ReturnType<typeof open>) => feed.hang()],
    [
      'is rate limited',
      (feed: ReturnType<typeof open>) => feed.breakDown(new UpstreamError('rate_limited', '429')),
    ],
  ])('is live again within 30 s of the end of %s, however long they lasted', async (_, trouble) => {
    for (const lasted of [1, 7, 13, 45, 77, 311, 1200]) {
      const opened = open();
      await opened.feed.start();
      trouble(opened);
      await pass(130_001 + lasted * 1000);
      expect(opened.feed.status().state).toBe('stale');
      opened.heal();
      await pass(30_000);
      expect(opened.feed.status().state).toBe('live');
      await opened.stop();
    }
  });

  it('asks ever more slowly while the provider fails', async () => {
    const { feed, real, breakDown } = open();
    breakDown();
    await feed.start();
    await pass(30_000);
    expect(real.count('listCoins')).toBe(5);
    await pass(minute);
    expect(real.count('listCoins')).toBe(8);
  });

  it('stays within a small budget while it recovers', async () => {
    const { feed, real, breakDown } = open({ callsPerMinute: 10, refreshMs: 1_000 });
    breakDown();
    await feed.start();
    const times: number[] = [];
    real.before = () => {
      times.push(Date.now());
    };
    await pass(5 * minute);
    for (const at of times) {
      expect(times.filter((time) => time >= at && time <= at + minute).length).toBeLessThanOrEqual(10);
    }
    expect(times.length).toBeGreaterThan(40);
  });

  it('is stale, and says since when, where the provider has given the same for ten minutes', async () => {
    const { feed, real } = open();
    real.isDated = false;
    await feed.start();
    await pass(9 * minute);
    expect(feed.status().state).toBe('live');
    await pass(minute);
    expect(feed.status()).toEqual({
      source: 'coingecko',
      state: 'stale',
      asOf: new Date(begin).toISOString(),
    });
    real.isDated = true;
    await pass(minute);
    expect(feed.status().state).toBe('live');
  });
});

describe('a clock that is set back', () => {
  const back = () => vi.setSystemTime(Date.now() - 24 * 60 * minute);

  it('goes on refreshing all there is', async () => {
    const { feed, real } = open();
    await feed.start();
    await pass(minute);
    const before = { coins: real.count('listCoins'), global: real.count('getGlobal') };
    back();
    await pass(minute);
    expect(real.count('listCoins')).toBeGreaterThan(before.coins);
    expect(real.count('getGlobal')).toBeGreaterThan(before.global);
    expect(feed.status()).toMatchObject({ state: 'live' });
    expect(Date.parse(feed.status().asOf!)).toBeLessThanOrEqual(Date.now());
  });

  it('calls nothing live whose age it can no longer tell', async () => {
    const { feed, breakDown } = open();
    await feed.start();
    breakDown();
    back();
    await pass(minute);
    expect(feed.status().state).toBe('stale');
  });

  it('waits for no pause and no budget of before', async () => {
    const { feed, breakDown, heal } = open({ callsPerMinute: 10 });
    await feed.start();
    breakDown(new UpstreamError('rate_limited', '429', 119_000));
    await pass(minute);
    heal();
    back();
    await pass(2 * minute);
    expect(feed.status().state).toBe('live');
  });
});

describe('several processes', () => {
  it('only one asks; the others show what it keeps, and one takes over when it is gone', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const first = open({ ...shared, holder: 'first' });
    const second = open({ ...shared, holder: 'second' });
    await first.feed.start();
    await second.feed.start();
    await pass(3 * minute);
    expect(second.real.calls).toHaveLength(0);
    expect(second.feed.snapshot()).toBe(first.feed.snapshot());
    expect(second.feed.status().state).toBe('live');
    await first.stop();
    await pass(10_000);
    expect(second.real.count('listCoins')).toBeGreaterThan(0);
    expect(second.feed.status().state).toBe('live');
  });

  it('takes over within 15 seconds from one that was killed', async () => {
    const lease = createMemoryLease();
    await lease.acquire('market-refresh', 'dead', 15_000, begin);
    const { feed, real } = open({ lease, store: storeOfYesterday() });
    await feed.start();
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'stale' });
    await pass(15_000);
    expect(real.count('listCoins')).toBe(1);
    expect(feed.status().state).toBe('live');
  });

  it('takes over at once, as it starts, from one that is known to have ended', async () => {
    const lease = createMemoryLease();
    await lease.acquire('market-refresh', 'dead', 15_000, begin);
    const hasEnded = (holder: string) => holder === 'dead';
    const { feed, real } = open({ lease, store: storeOfYesterday(), hasEnded });
    await feed.start();
    expect(real.count('listCoins')).toBe(1);
    expect(feed.status().state).toBe('live');
  });

  it('two that each take the other for ended do not snatch the lease from each other for ever', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease(), hasEnded: () => true };
    const first = open({ ...shared, holder: 'first' });
    const second = open({ ...shared, holder: 'second' });
    await first.feed.start();
    await second.feed.start();
    await pass(3 * minute);
    expect(first.real.count('listCoins')).toBe(1);
    expect(second.real.count('listCoins')).toBe(4);
  });

  it('goes on refreshing where the database can no longer be asked', async () => {
    const lease = createMemoryLease();
    const store = createMemoryStore();
    const { feed, real } = open({ lease, store });
    await feed.start();
    lease.acquire = () => Promise.reject(new Error('disk full'));
    store.saveSnapshot = () => Promise.reject(new Error('disk full'));
    await pass(3 * minute);
    expect(real.count('listCoins')).toBe(4);
    expect(feed.status().state).toBe('live');
  });
});

describe('quarantine in the feed', () => {
  it('survives a restart: the first answer is judged against the kept snapshot', async () => {
    const { feed, real } = open({ store: storeOfYesterday() });
    real.coins = [fakeCoin('bitcoin', { current_price: 9e7 }), fakeCoin('ethereum')];
    await feed.start();
    expect(feed.snapshot()?.coins[0]).toMatchObject({ current_price: 90, quarantined: true });
  });

  it('starts afresh when the simulated market gives way to the real one', async () => {
    const { feed, real, breakDown, heal } = open();
    breakDown();
    await feed.start();
    real.coins = [fakeCoin('bitcoin', { current_price: 100_000 })];
    heal();
    await pass(20_000);
    expect(feed.snapshot()?.coins[0]).toMatchObject({ current_price: 100_000 });
    expect(feed.snapshot()?.coins[0]).not.toHaveProperty('quarantined');
  });

  it('shows trending coins at the prices of the list', async () => {
    const { feed } = open();
    await feed.start();
    expect(feed.snapshot()?.trending[0]).toMatchObject({ id: 'bitcoin', price: 100 });
  });

  it('shows no price that can not be true of a trending coin outside the list', async () => {
    const { feed, real } = open();
    real.trending = [1e13, -1, 0.5].map((price, i) => ({ ...fakeTrendingCoin(`rare-${i}`), price }));
    await feed.start();
    expect(feed.snapshot()?.trending.map(({ price }) => price)).toEqual([null, null, 0.5]);
  });

  it('keeps the trending coins where the provider suddenly has none', async () => {
    const { feed, real } = open();
    await feed.start();
    real.trending = [];
    await pass(10 * minute);
    expect(real.count('listTrending')).toBeGreaterThan(1);
    expect(feed.snapshot()?.trending).toHaveLength(1);
  });
});
