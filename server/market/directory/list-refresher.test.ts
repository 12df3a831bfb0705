import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createMemoryLease, FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { createLocalUpstream } from '../feed/upstream.ts';
import { UpstreamError } from '../provider.ts';
import { createListRefresher } from './list-refresher.ts';
import { createCoinListStore } from './store.ts';

const logger = { warn: () => undefined };

describe('the list of all coins', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createSqliteDatabase();
  });
  afterEach(() => database.remove());

  async function open(provider: FakeProvider, now: number) {
    const db = await database.open();
    await migrateDatabase(db);
    const clock = { now: () => now };
    const lease = createHeldLease({
      name: 'coin-list',
      lease: createMemoryLease(),
      holder: 'a',
      clock,
      logger,
    });
    const refresher = createListRefresher({
      upstream: () => createLocalUpstream(provider),
      store: createCoinListStore(db),
      lease,
      market: { snapshot: () => fakeSnapshot() },
      clock,
      logger,
      random: () => 0.5,
    });
    return refresher;
  }

  it('is requested once a day, kept across a restart, and includes the coins of the snapshot', async () => {
    const provider = new FakeProvider();
    provider.allCoins = [
      { id: 'rare', symbol: 'btc', name: 'Rare' },
      { id: 'other', symbol: 'OTH', name: 'Other' },
    ];
    const start = Date.UTC(2026, 0, 1);
    const first = await open(provider, start);
    first.start();
    await expect.poll(() => first.directory().find('other')?.name).toBe('Other');
    expect(first.directory().find('bitcoin')?.coinId).toBe('bitcoin');
    expect(
      first
        .directory()
        .listBySymbol('oth')
        .map(({ coinId }) => coinId),
    ).toEqual(['other']);
    expect([first.directory().isListed('bitcoin'), first.directory().isListed('rare')]).toEqual([
      true,
      false,
    ]);
    await first.stop();

    const again = await open(provider, start + 3_600_000);
    again.start();
    await expect.poll(() => again.directory().find('other')?.name).toBe('Other');
    await again.stop();
    expect(provider.count('listAllCoins')).toBe(1);

    const nextDay = await open(provider, start + 25 * 3_600_000);
    nextDay.start();
    await expect.poll(() => provider.count('listAllCoins')).toBe(2);
    await nextDay.stop();
  });
});

describe('a list of all coins that the provider refuses', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
  afterEach(() => vi.useRealTimers());

  async function countCalls(failure: UpstreamError): Promise<number> {
    const provider = new FakeProvider();
    provider.before = () => Promise.reject(failure);
    const clock = { now: () => Date.now() };
    const refresher = createListRefresher({
      upstream: () => createLocalUpstream(provider),
      store: { save: async () => undefined, getAsOf: async () => null, load: async () => null },
      lease: createHeldLease({
        name: 'coin-list',
        lease: createMemoryLease(),
        holder: 'a',
        clock,
        logger,
      }),
      market: { snapshot: () => fakeSnapshot() },
      clock,
      logger,
      random: () => 0,
    });
    refresher.start();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    await refresher.stop();
    return provider.count('listAllCoins');
  }

  it('is requested less and less often, so that visitors keep their calls', async () => {
    expect(await countCalls(new UpstreamError('unavailable', '500'))).toBeLessThan(16);
  });

  it('is requested soon after the budget was used up, because that costs no call', async () => {
    expect(await countCalls(new UpstreamError('over_budget', 'used up', 30_000))).toBeGreaterThan(100);
  });
});
