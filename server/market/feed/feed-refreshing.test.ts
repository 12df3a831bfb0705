import { describe, expect, it, vi } from 'vitest';
import {
  fakeCoin,
  fakeGlobal,
  fakeSnapshot,
  fakeTrendingCoin,
} from '../../../tests/support/market/fake-market.ts';
import { createMemoryStore } from '../../../tests/support/market/fake-provider.ts';
import { begin, minute, openFeeds, pass } from '../../../tests/support/market/feed-tests.ts';
import { UpstreamError } from '../provider.ts';

const open = openFeeds();

describe('refreshing', () => {
  it('fetches coins and global figures every minute and trending every five', async () => {
    const { feed, real } = open();
    await feed.start();
    await pass(10 * minute);
    expect([real.count('listCoins'), real.count('getGlobal'), real.count('listTrending')]).toEqual([
      11, 11, 3,
    ]);
  });

  it('fetches global figures at most every minute when coins are fetched every second', async () => {
    const { feed, real } = open({ refreshMs: 1_000 });
    await feed.start();
    await pass(2 * minute);
    expect(real.count('listCoins')).toBeGreaterThan(100);
    expect(real.count('getGlobal')).toBe(3);
  });

  it('continues with old global figures if only they fail', async () => {
    const { feed, real } = open();
    await feed.start();
    real.before = (call) => {
      if (call === 'getGlobal') throw new UpstreamError('unreadable', 'HTML');
    };
    real.coins = [fakeCoin('bitcoin', { current_price: 101 })];
    await pass(minute);
    expect(feed.snapshot()).toMatchObject({
      coins: [{ current_price: 101 }, { missing: true }],
      global: { markets: 1000 },
    });
    expect(feed.status().asOf).toBe(new Date(begin + minute).toISOString());
  });

  it('says when global figures are from, even if the provider does not', async () => {
    const { feed, real } = open();
    real.global = { ...fakeGlobal, updated_at: null };
    await feed.start();
    expect(feed.snapshot()?.global?.updated_at).toBe(begin / 1000);
    real.global = { ...fakeGlobal, updated_at: begin };
    await pass(minute);
    expect(feed.snapshot()?.global?.updated_at).toBe(begin / 1000 + 60);
    real.global = { ...fakeGlobal, updated_at: begin / 1000 + 30 };
    await pass(minute);
    expect(feed.snapshot()?.global?.updated_at).toBe(begin / 1000 + 30);
    real.before = (call) => {
      if (call === 'getGlobal') throw new UpstreamError('unreadable', 'HTML');
    };
    await pass(60 * minute);
    expect(feed.snapshot()?.global?.updated_at).toBe(begin / 1000 + 30);
  });

  it('shows no price from a list of trending coins that could not be refreshed for an hour', async () => {
    const { feed, real } = open();
    real.trending = [fakeTrendingCoin('bitcoin'), fakeTrendingCoin('pepe')];
    await feed.start();
    real.before = (call) => {
      if (call === 'listTrending') throw new UpstreamError('unavailable', '500');
    };
    await pass(60 * minute);
    expect(feed.snapshot()?.trending).toMatchObject([{ price: 100 }, { id: 'pepe', price: 1.5 }]);
    await pass(minute);
    expect(feed.snapshot()?.trending).toMatchObject([
      { price: 100, price_change_percentage_24h: 1.01 },
      { id: 'pepe', price: null, price_change_percentage_24h: null },
    ]);
    real.before = () => undefined;
    await pass(minute);
    expect(feed.snapshot()?.trending).toMatchObject([{ price: 100 }, { id: 'pepe', price: 1.5 }]);
  });

  it('shows no trending price from before a long pause', async () => {
    const store = createMemoryStore();
    store.kept = fakeSnapshot({ asOf: begin - 61 * minute, global: { ...fakeGlobal, updated_at: null } });
    const { feed, real } = open({ store });
    real.before = (call) => {
      if (call !== 'listCoins') throw new UpstreamError('unavailable', '500');
    };
    await feed.start();
    expect(feed.status().state).toBe('live');
    expect(feed.snapshot()).toMatchObject({
      global: { updated_at: begin / 1000 - 61 * 60 },
      trending: [{ id: 'pepe', price: null }],
    });
  });

  it('shows the last rows, all marked and with their real age, while a whole refresh is held back', async () => {
    const store = createMemoryStore();
    const { feed, real } = open({ store });
    await feed.start();
    const coins = real.coins;
    real.coins = coins.map((coin) => ({ ...coin, current_price: 1e-6 }));
    await pass(minute);
    const marked = { current_price: 100, quarantined: true };
    expect(feed.snapshot()).toMatchObject({ asOf: begin, coins: [marked, marked] });
    expect(store.kept).toMatchObject({ asOf: begin, coins: [marked, marked] });
    real.coins = coins;
    await pass(minute);
    expect(feed.snapshot()?.coins.some(({ quarantined }) => quarantined)).toBe(false);
  });

  it('adds late figures to the displayed snapshot', async () => {
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

  it('notifies its listeners of each snapshot, and of becoming stale merely as time passes', async () => {
    const { feed, hang } = open();
    await feed.start();
    const states: string[] = [];
    const stopListening = feed.onChange(() => states.push(feed.status().state));
    await pass(minute);
    expect(states).toEqual(['live']);
    hang();
    // Two refreshes and ten seconds after the last refresh.
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
    ['unanswered calls', (feed: ReturnType<typeof open>) => feed.hang()],
    [
      'rate limits',
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

  it('asks less and less often while the provider fails', async () => {
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

  it('is stale, and reports how old it is, if the provider has repeated its data for ten minutes', async () => {
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

describe('after the clock is set back, the feed', () => {
  const back = () => vi.setSystemTime(Date.now() - 24 * 60 * minute);

  it('continues to refresh everything', async () => {
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

  it('reports nothing as live whose age is unknown', async () => {
    const { feed, breakDown } = open();
    await feed.start();
    breakDown();
    back();
    await pass(minute);
    expect(feed.status().state).toBe('stale');
  });

  it('waits for no earlier pause or budget', async () => {
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
