import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { createMemoryLease, FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { createLocalUpstream } from '../feed/upstream.ts';
import { UpstreamError } from '../provider.ts';
import { createCloseFetcher } from './close-fetcher.ts';
import { createGapFinder } from './gap-finder.ts';
import { createCloseRequestStore } from './request-store.ts';
import { createCloseStore } from './store.ts';

const start = Date.UTC(2026, 0, 2, 12);
const midnight = startOfDay(parseDay('2026-01-02'));

let files: TestDatabase;
let db: Database;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  files = await createSqliteDatabase();
  db = await files.open();
  await migrateDatabase(db);
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  vi.useRealTimers();
  await files.remove();
});

function open({
  provider = new FakeProvider(),
  lease = createMemoryLease(),
  holder = 'this',
  listed = [] as string[],
} = {}) {
  const store = { ...createCloseStore(db), ...createCloseRequestStore(db) };
  const clock = { now: () => Date.now() };
  const logger = { warn: () => undefined };
  provider.history = {
    prices: [
      [midnight, 5],
      [start, 6],
    ],
    market_caps: [],
    total_volumes: [],
  };
  const fetcher = createCloseFetcher({
    store,
    requests: store,
    gaps: createGapFinder({
      store,
      requests: store,
      listCoins: async () => listed,
      getDirectory: () => ({ find: (coinId) => ({ coinId, symbol: coinId, name: coinId }) }),
      clock,
      pause: async () => undefined,
    }),
    upstream: () => createLocalUpstream(provider),
    lease: createHeldLease({ name: 'closes', lease, holder, clock, logger }),
    clock,
    logger,
  });
  stops.push(fetcher.stop);
  fetcher.start();
  const request = async (...coinIds: string[]) => {
    await store.addRequests(
      coinIds.map((coinId) => ({ coinId, turn: start })),
      Date.now(),
    );
    await vi.advanceTimersByTimeAsync(1);
  };
  const requestedCoins = () => provider.calls.map((call) => call.split(' ')[1]);
  return { store, provider, request, requestedCoins };
}

describe('fetching daily histories', () => {
  it('archives the closes, and the newest price as a quote of today', async () => {
    const { store, request, provider } = open();
    await request('rare');
    await vi.advanceTimersByTimeAsync(10_000);
    const days = [parseDay('2026-01-01'), parseDay('2026-01-02')];
    const closes = await store.listCloses('rare', days);
    expect(closes.map(({ day, price, source }) => [day, price, source])).toEqual([
      [days[0], '5', 'coingecko'],
      [days[1], '6', 'own'],
    ]);
    expect(provider.calls).toEqual(['getHistory rare max daily']);
    expect(await store.listRequests(['rare'])).toMatchObject([{ turn: null }]);
  });

  it('requests a year if the full history is refused', async () => {
    const { store, provider, request } = open();
    provider.before = (call) =>
      call.includes(' max ') ? Promise.reject(new UpstreamError('refused', '401')) : undefined;
    await request('rare');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(provider.calls).toEqual(['getHistory rare max daily', 'getHistory rare 365 daily']);
    expect(await store.listRequests(['rare'])).toMatchObject([{ turn: null }]);
  });

  it('waits while the budget is used up or the provider is down, and loses no request', async () => {
    const { store, provider, request } = open();
    provider.before = () => Promise.reject(new UpstreamError('over_budget', 'used up', 40_000));
    await request('rare');
    await vi.advanceTimersByTimeAsync(39_000);
    expect(provider.calls).toHaveLength(1);
    expect(await store.listRequests(['rare'])).toMatchObject([{ turn: start, failures: 0 }]);
    provider.before = () => undefined;
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await store.listRequests(['rare'])).toMatchObject([{ turn: null }]);
  });

  it('continues with the others if the provider never answers for one coin', async () => {
    const { store, provider, request } = open();
    provider.before = (call) =>
      call.includes(' odd ') ? Promise.reject(new UpstreamError('unavailable', '503')) : undefined;
    await request('odd', 'rare');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await store.listRequests(['odd', 'rare'])).toMatchObject([
      { coinId: 'odd', turn: start },
      { coinId: 'rare', turn: null },
    ]);
  });

  it('fills the other gaps if the provider never answers for one coin', async () => {
    const { provider, requestedCoins } = open({ listed: ['odd', 'listed'] });
    provider.before = (call) =>
      call.includes(' odd ') ? Promise.reject(new UpstreamError('timeout', 'No answer')) : undefined;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(requestedCoins()).toEqual(['odd', 'listed']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(requestedCoins()).toEqual(['odd', 'listed', 'odd']);
  });

  it('sets aside a coin with an unreadable answer, and continues with the others', async () => {
    const { store, provider, request } = open();
    provider.before = (call) =>
      call.includes('broken') ? Promise.reject(new UpstreamError('unreadable', 'HTML')) : undefined;
    await request('broken', 'rare');
    await vi.advanceTimersByTimeAsync(20_000);
    const requests = await store.listRequests(['broken', 'rare']);
    expect(Object.fromEntries(requests.map(({ coinId, turn }) => [coinId, turn]))).toEqual({
      broken: start,
      rare: null,
    });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(provider.count('getHistory broken')).toBe(10);
    expect(await store.listRequests(['broken'])).toMatchObject([{ turn: null }]);
  });

  it('lets a coin whose calls always fail keep no other coin waiting', async () => {
    const { store, provider, request } = open();
    provider.before = (call) =>
      call.includes('broken') ? Promise.reject(new UpstreamError('unavailable', '500')) : undefined;
    await request('broken', 'first');
    await vi.advanceTimersByTimeAsync(60_000);
    await request('second');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await store.listRequests(['first', 'second'])).toMatchObject([{ turn: null }, { turn: null }]);
    // Nobody else waits, so nothing shows whether the provider or the coin is at fault.
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(await store.listRequests(['broken'])).toMatchObject([{ turn: start }]);
  });

  it('fetches every coin soon after the provider was down, however long', async () => {
    const { store, provider, request } = open();
    provider.before = () => Promise.reject(new UpstreamError('timeout', 'No complete answer in time'));
    await request('one', 'two', 'three');
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    provider.before = () => undefined;
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    expect(await store.listRequests(['one', 'two', 'three'])).toMatchObject(
      Array.from({ length: 3 }, () => ({ turn: null, failures: 0 })),
    );
  });

  it('is done only by the holder of the lease', async () => {
    const lease = createMemoryLease();
    await lease.acquire('closes', 'another', 3_600_000, start);
    const { provider, request } = open({ lease });
    await request('rare');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(provider.calls).toEqual([]);
  });

  it('requests nothing from a simulated market', async () => {
    const { provider, request } = open({ provider: new FakeProvider('simulated') });
    await request('rare');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(provider.calls).toEqual([]);
  });

  it("fills the archive's gaps once nobody waits, a little after the start", async () => {
    const { store, provider, request, requestedCoins } = open({ listed: ['bitcoin', 'ethereum'] });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(provider.calls).toEqual([]);
    await request('rare');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedCoins()).toEqual(['rare', 'bitcoin', 'ethereum']);
    const [close] = await store.listCloses('ethereum', [parseDay('2026-01-01')]);
    expect(close).toMatchObject({ source: 'coingecko', price: '5' });
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(provider.calls).toHaveLength(3);
  });

  it('continues after a restart with the remaining gaps', async () => {
    await createCloseRequestStore(db).recordAnswer('bitcoin', start);
    const { requestedCoins } = open({ listed: ['bitcoin', 'ethereum'] });
    await vi.advanceTimersByTimeAsync(60_000);
    // Bitcoin's answer lacks these closes, but the provider had them by the time it was asked.
    expect(requestedCoins()).toEqual(['ethereum']);
  });

  it('leaves gaps while there is no budget, and answers requests in the meantime', async () => {
    const { provider, request, requestedCoins } = open({ listed: ['bitcoin'] });
    provider.before = (call) =>
      call.includes('bitcoin')
        ? Promise.reject(new UpstreamError('over_budget', 'used up', 61_000))
        : undefined;
    await vi.advanceTimersByTimeAsync(40_000);
    await request('rare');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(requestedCoins()).toEqual(['bitcoin', 'rare']);
    provider.before = () => undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedCoins()).toEqual(['bitcoin', 'rare', 'bitcoin']);
  });

  it('asks a plan limited to a year only once a day for more', async () => {
    const { provider } = open({ listed: ['bitcoin', 'ethereum', 'solana'] });
    provider.before = (call) =>
      call.includes(' max ') ? Promise.reject(new UpstreamError('refused', '401')) : undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(provider.count('getHistory')).toBe(4);
    expect(provider.calls.filter((call) => call.includes(' max '))).toHaveLength(1);
  });
});
