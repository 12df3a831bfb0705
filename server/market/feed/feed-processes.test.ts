import { describe, expect, it, vi } from 'vitest';
import { createMemoryLease, createMemoryStore } from '../../../tests/support/market/fake-provider.ts';
import { begin, minute, openFeeds, pass, storeOfBefore } from '../../../tests/support/market/feed-tests.ts';

const open = openFeeds();

describe('several processes', () => {
  it('share one that refreshes; the others show what it stores, and one takes over when it is gone', async () => {
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

  it('also show the marks of a held refresh, which has no newer date', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const first = open({ ...shared, holder: 'first' });
    const second = open({ ...shared, holder: 'second' });
    await first.feed.start();
    await second.feed.start();
    first.real.coins = first.real.coins.map((coin) => ({ ...coin, current_price: 1e-6 }));
    await pass(minute + 10_000);
    expect(second.feed.snapshot()?.coins.every(({ quarantined }) => quarantined)).toBe(true);
  });

  it('take over within 15 seconds from one that was killed', async () => {
    const lease = createMemoryLease();
    await lease.acquire('market-refresh', 'dead', 15_000, begin);
    const { feed, real } = open({ lease, store: storeOfBefore() });
    await feed.start();
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'stale' });
    await pass(15_000);
    expect(real.count('listCoins')).toBe(1);
    expect(feed.status().state).toBe('live');
  });

  it('keep and show nothing from a holder that was halted in its refresh while another took over', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const first = open({ ...shared, holder: 'first' });
    const second = open({ ...shared, holder: 'second' });
    await first.feed.start();
    await second.feed.start();
    const goOn = Promise.withResolvers<void>();
    first.real.before = () => goOn.promise;
    first.real.coins = first.real.coins.map((coin) => ({ ...coin, current_price: 99 }));
    await pass(minute);
    // Its lease has passed to another process.
    await shared.lease.release('market-refresh', 'first');
    await shared.lease.acquire('market-refresh', 'second', 15_000, Date.now());
    const before = shared.store.kept;
    goOn.resolve();
    await pass(100);
    expect(shared.store.kept).toBe(before);
    expect(first.feed.snapshot()).toBe(before);
  });

  it('stop refreshing once the lease has expired, if the database is unavailable', async () => {
    const lease = createMemoryLease();
    const store = createMemoryStore();
    const { feed, real } = open({ lease, store, servers: 2 });
    await feed.start();
    const shown = feed.snapshot();
    lease.acquire = () => Promise.reject(new Error('no connection'));
    store.saveSnapshot = () => Promise.reject(new Error('no connection'));
    await pass(3 * minute);
    expect(real.count('listCoins')).toBe(1);
    expect(feed.snapshot()).toBe(shown);
    expect(feed.status().state).toBe('stale');
  });

  it('do not show data fetched while the lease expired and the database was away', async () => {
    const lease = createMemoryLease();
    const store = createMemoryStore();
    const { feed, real } = open({ lease, store, servers: 2 });
    await feed.start();
    const shown = feed.snapshot();
    await pass(minute - 5_000);
    const goOn = Promise.withResolvers<void>();
    real.before = () => goOn.promise;
    await pass(5_000);
    lease.write = () => Promise.reject(new Error('no connection'));
    vi.setSystemTime(Date.now() + 20_000);
    goOn.resolve();
    await pass(100);
    expect(real.count('listCoins')).toBe(2);
    expect(feed.snapshot()).toBe(shown);
  });

  it('continue refreshing if the database of a single server is unavailable', async () => {
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
