import { describe, expect, it, vi } from 'vitest';
import { fakeCoin, fakeTrendingCoin } from '../../../tests/support/market/fake-market.ts';
import { createMemoryStore } from '../../../tests/support/market/fake-provider.ts';
import {
  begin,
  createEarlierStore,
  minute,
  openFeeds,
  pass,
} from '../../../tests/support/market/feed-tests.ts';
import { UpstreamError } from '../provider.ts';

const open = openFeeds();

describe('auto', () => {
  it('shows the real market if it answers at start, and keeps it', async () => {
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

  it('shows the simulated market if there never was any data, and the real one for good once it answers', async () => {
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

  it('switches together with the global figures, if one more refresh brings them', async () => {
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

  it('does not switch to a real market without a possible price', async () => {
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

  it('shows the stored snapshot as stale, whatever its age, while the real market does not answer', async () => {
    const store = createEarlierStore();
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
  it('never simulates: it keeps starting until it has data', async () => {
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
  it('calls nobody else, stores nothing and stays live', async () => {
    const store = createEarlierStore();
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

describe('quarantine in the feed', () => {
  it('survives a restart: the first answer is checked against the stored snapshot', async () => {
    const { feed, real } = open({ store: createEarlierStore() });
    real.coins = [fakeCoin('bitcoin', { current_price: 9e7 }), fakeCoin('ethereum')];
    await feed.start();
    expect(feed.snapshot()?.coins[0]).toMatchObject({ current_price: 90, quarantined: true });
  });

  it('starts over when the simulated market is replaced by the real one', async () => {
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

  it('shows no impossible price for a trending coin outside the list', async () => {
    const { feed, real } = open();
    real.trending = [1e13, -1, 0.5].map((price, i) => ({ ...fakeTrendingCoin(`rare-${i}`), price }));
    await feed.start();
    expect(feed.snapshot()?.trending.map(({ price }) => price)).toEqual([null, null, 0.5]);
  });

  it('keeps the trending coins if the provider suddenly has none', async () => {
    const { feed, real } = open();
    await feed.start();
    real.trending = [];
    await pass(10 * minute);
    expect(real.count('listTrending')).toBeGreaterThan(1);
    expect(feed.snapshot()?.trending).toHaveLength(1);
  });
});
