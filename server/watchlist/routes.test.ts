import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createUserGate } from '#server/platform/http/user-gate.ts';
import { addUser, trustHeader } from '../../tests/support/accounts/users.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import {
  FakeMarket,
  fakeCoin,
  fakeDetail,
  fakeNow,
  fakeSnapshot,
} from '../../tests/support/market/fake-market.ts';
import { registerWatchlistRoutes } from './routes.ts';
import { createWatchlistService } from './service.ts';
import { createWatchlistStore } from './store.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
const coinIds = Array.from({ length: 12 }, (_, index) => `coin-${index}`);

describe('/api/watchlist', () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createSqliteDatabase();
    db = await database.open();
    await migrateDatabase(db);
  });
  afterAll(() => database.remove());

  async function serve(tier: Tier = 'free') {
    const coins = [fakeCoin('bitcoin', { symbol: 'btc' }), ...coinIds.map((coinId) => fakeCoin(coinId))];
    const market = new FakeMarket(fakeSnapshot({ coins }));
    const app = createBareApp();
    const watchlist = createWatchlistService({
      db,
      store: createWatchlistStore(db),
      findCoin: createFindCoin(market),
      clock: { now: () => fakeNow },
    });
    registerWatchlistRoutes(app, { watchlist, gate: createUserGate(trustHeader(db)) });
    const userId = await addUser(db, tier);
    const as = (authorization?: string) => ({ headers: authorization ? { authorization } : {} });
    const call = (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      payload?: object,
      who: string | undefined = userId,
    ) => app.inject({ method, url, ...as(who), ...(payload ? { payload } : {}) });
    const add = (body: object = bitcoin) => call('POST', '/api/watchlist', body);
    const list = async () => (await call('GET', '/api/watchlist')).json();
    return { app, market, userId, call, add, list };
  }

  it('is empty at first', async () => {
    const { call } = await serve();
    const answer = await call('GET', '/api/watchlist');
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers 201 with the entry, and 200 when it is added again', async () => {
    const { add, list } = await serve();
    const first = await add();
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      id: expect.any(String),
      coinId: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      addedAt: new Date(fakeNow).toISOString(),
    });
    const again = await add({ coinId: 'BITCOIN', symbol: 'other', name: 'Other' });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await list()).toEqual([first.json()]);
  });

  it("keeps the market's symbol and name, whatever was sent", async () => {
    const { add } = await serve();
    const answer = await add({ coinId: 'bitcoin', symbol: 'SCAM', name: 'Send money here' });
    expect(answer.json()).toMatchObject({ symbol: 'btc', name: 'Bitcoin' });
  });

  it('asks the market about a coin outside the list, and refuses one it does not have', async () => {
    const { add, market } = await serve();
    market.onDemand.details.set('rare', { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false });
    expect((await add({ ...bitcoin, coinId: 'rare' })).statusCode).toBe(201);
    const unknown = await add({ ...bitcoin, coinId: 'made-up' });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found']);
  });

  it('answers 503 if the market is unavailable', async () => {
    const { add, market } = await serve();
    market.getCoin = () => Promise.reject(new AppError('market_unavailable', 'Not now.', { retryAfter: 5 }));
    const answer = await add({ ...bitcoin, coinId: 'rare' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect((await add()).statusCode).toBe(201);
  });

  it('restores a removed coin in its place, but never in the future', async () => {
    const { add, call, list } = await serve();
    const first = (await add()).json();
    const second = { ...bitcoin, coinId: coinIds[1]! };
    await add(second);
    await call('DELETE', '/api/watchlist/bitcoin');
    const early = new Date(fakeNow - 1000).toISOString();
    expect((await add({ ...bitcoin, addedAt: early })).json()).toMatchObject({ addedAt: early });
    const ids = async () => (await list()).map(({ coinId }: { coinId: string }) => coinId);
    expect(await ids()).toEqual(['bitcoin', second.coinId]);
    await call('DELETE', '/api/watchlist/bitcoin');
    const late = await add({ ...bitcoin, addedAt: new Date(fakeNow + 1000).toISOString() });
    expect(late.json().addedAt).toBe(first.addedAt);
    expect((await add({ ...bitcoin, addedAt: 'yesterday' })).statusCode).toBe(400);
    await call('DELETE', '/api/watchlist/bitcoin');
    const first1970 = '1970-01-01T00:00:00.000Z';
    const ancient = await add({ ...bitcoin, addedAt: '0001-01-01T00:00:00Z' });
    expect(ancient.json().addedAt).toBe(first1970);
  });

  it.each([
    [{}, 'coinId', 'Please select a cryptocurrency'],
    [{ ...bitcoin, coinId: '' }, 'coinId', 'Please select a cryptocurrency'],
    [{ ...bitcoin, symbol: '' }, 'symbol', 'Symbol is required'],
    [{ ...bitcoin, name: '' }, 'name', 'Name is required'],
    [{ ...bitcoin, coinId: 'a/b' }, 'coinId', 'Must be a coin id'],
    [{ ...bitcoin, coinId: 'a\u0000b' }, 'coinId', 'Must be a coin id'],
    [{ ...bitcoin, extra: 1 }, '', 'Unrecognized key: "extra"'],
  ])('refuses %j', async (body, path, message) => {
    const answer = await (await serve()).add(body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().issues[0]).toEqual({ path, message });
  });

  it('allows ten coins for a free user, and refuses the eleventh', async () => {
    const { add, list, call } = await serve();
    for (const coinId of coinIds.slice(0, 10)) {
      expect((await add({ ...bitcoin, coinId })).statusCode).toBe(201);
    }
    const refused = await add({ ...bitcoin, coinId: coinIds[10]! });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toEqual({
      code: 'limit_reached',
      message: expect.stringContaining('limit'),
      limitType: 'watchlist',
      limit: 10,
      tier: 'free',
    });
    expect((await add({ ...bitcoin, coinId: coinIds[0]! })).statusCode).toBe(200);
    expect((await call('DELETE', `/api/watchlist/${coinIds[0]}`)).statusCode).toBe(204);
    expect((await add({ ...bitcoin, coinId: coinIds[10]! })).statusCode).toBe(201);
    expect(await list()).toHaveLength(10);
  });

  it('accepts more as soon as the tier is raised, and deletes nothing when it is lowered', async () => {
    const { add, list, userId, call } = await serve('pro');
    for (const coinId of coinIds) expect((await add({ ...bitcoin, coinId })).statusCode).toBe(201);
    await db.updateTable('users').set({ tier: 'free' }).where('id', '=', userId).execute();
    expect(await list()).toHaveLength(12);
    expect((await add()).statusCode).toBe(403);
    expect((await call('DELETE', '/api/watchlist/coin-3')).statusCode).toBe(204);
    await db.updateTable('users').set({ tier: 'premium' }).where('id', '=', userId).execute();
    expect((await add()).statusCode).toBe(201);
  });

  it('removes by coin id in any case, once', async () => {
    const { add, call, list } = await serve();
    await add();
    const removed = await call('DELETE', '/api/watchlist/Bitcoin');
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await call('DELETE', '/api/watchlist/bitcoin')).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('is for signed-in users, checked before anything else', async () => {
    const { call } = await serve();
    const answers = await Promise.all([
      call('GET', '/api/watchlist', undefined, ''),
      call('POST', '/api/watchlist', { nonsense: true }, ''),
      call('DELETE', '/api/watchlist/bitcoin', undefined, ''),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  });

  it('is separate for each user', async () => {
    const { add, call } = await serve();
    await add();
    const other = await addUser(db);
    expect((await call('GET', '/api/watchlist', undefined, other)).json()).toEqual([]);
    expect((await call('DELETE', '/api/watchlist/bitcoin', undefined, other)).statusCode).toBe(404);
  });
});
