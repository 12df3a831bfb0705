import { describe, expect, it, vi } from 'vitest';
import { createHeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import { createLocalWakeUps } from '#server/platform/jobs/wake-ups.ts';
import { silentMetrics } from '../../../tests/support/market/fake-feed.ts';
import { createMemoryLease, createMemoryStore } from '../../../tests/support/market/fake-provider.ts';
import { createEarlierStore, minute, openFeeds, pass } from '../../../tests/support/market/feed-tests.ts';

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

  it('also show the marks of a refresh that is held back, which has no newer date', async () => {
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
    const logger = { warn: () => undefined };
    const dead = createHeldLease({
      name: 'market-refresh',
      lease,
      holder: 'dead',
      clock: { now: Date.now },
      logger,
    });
    const { feed, real } = open({ lease, store: createEarlierStore() });
    await dead.hold();
    await feed.start();
    expect(feed.status()).toMatchObject({ source: 'coingecko', state: 'stale' });
    // It renews right before the other asks, and never again.
    await pass(2 * renewEveryMs - 1);
    await dead.hold();
    await pass(14_900);
    expect(real.count('listCoins')).toBe(1);
    expect(feed.status().state).toBe('live');
  });

  it('check every second if there are no wake-ups', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const first = open({ ...shared, holder: 'first' });
    const second = open({
      ...shared,
      holder: 'second',
      wakeUps: { ...createLocalWakeUps(), isConnected: () => false },
    });
    await first.feed.start();
    await second.feed.start();
    await pass(minute + 1_100);
    expect(first.real.count('listCoins')).toBe(2);
    expect(second.feed.snapshot()).toBe(first.feed.snapshot());
  });

  it('count no prices as held back once another process checks them', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const counts: number[] = [];
    const metrics = { ...silentMetrics, setQuarantinedCoins: (count: number) => void counts.push(count) };
    const { feed, real } = open({ ...shared, holder: 'first', metrics });
    await feed.start();
    real.coins = real.coins.map((coin) => ({ ...coin, current_price: 1e-6 }));
    await pass(minute);
    expect(counts.at(-1)).toBeGreaterThan(0);
    await shared.lease.release('market-refresh', 'first');
    await shared.lease.acquire('market-refresh', 'second', 2 * minute, Date.now());
    await pass(10_000);
    expect(counts.at(-1)).toBe(0);
  });

  it('store and show nothing from a leader that was halted during its refresh while another took over', async () => {
    const shared = { store: createMemoryStore(), lease: createMemoryLease() };
    const first = open({ ...shared, holder: 'first' });
    const second = open({ ...shared, holder: 'second' });
    await first.feed.start();
    await second.feed.start();
    const proceed = Promise.withResolvers<void>();
    first.real.before = () => proceed.promise;
    first.real.coins = first.real.coins.map((coin) => ({ ...coin, current_price: 99 }));
    await pass(minute);
    // Its lease has passed to another process.
    await shared.lease.release('market-refresh', 'first');
    await shared.lease.acquire('market-refresh', 'second', 15_000, Date.now());
    const before = shared.store.kept;
    proceed.resolve();
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

  it('do not show data fetched while the lease expired and the database was down', async () => {
    const lease = createMemoryLease();
    const store = createMemoryStore();
    const { feed, real } = open({ lease, store, servers: 2 });
    await feed.start();
    const shown = feed.snapshot();
    await pass(minute - 5_000);
    const proceed = Promise.withResolvers<void>();
    real.before = () => proceed.promise;
    await pass(5_000);
    lease.write = () => Promise.reject(new Error('no connection'));
    vi.setSystemTime(Date.now() + 20_000);
    proceed.resolve();
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
