import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../tests/support/databases.ts';
import { FakeMarket, fakeDetail, fakeNow } from '../tests/support/fake-market.ts';
import { callAs, type Person, signUp, signUpProved } from '../tests/support/people.ts';
import {
  type Case,
  type Kind,
  kinds,
  publicFiles,
  routeMatrix,
  type Things,
} from '../tests/support/route-matrix.ts';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import type { Database } from './platform/database.ts';
import { createLogger } from './platform/logger.ts';
import { migrateDatabase } from './platform/migrate-database.ts';

const registered = new Set<string>();

// The list of routes is taken where they are made: the framework's own drawing leaves some out.
vi.mock(import('./platform/http-app.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    createHttpApp(options) {
      const app = original.createHttpApp(options);
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url}`);
      });
      return app;
    },
  };
});

function createMarket(): FakeMarket {
  const market = new FakeMarket();
  const fetched = <T>(value: T) => ({ value, fetchedAt: fakeNow, isStale: false });
  market.onDemand.details.set('bitcoin', fetched(fakeDetail('bitcoin')));
  market.onDemand.histories.set('bitcoin', fetched({ prices: [[1, 2]], market_caps: [], total_volumes: [] }));
  market.onDemand.candles.set('bitcoin', fetched([[1, 2, 3, 1, 2]]));
  return market;
}

describe('every route', () => {
  let files: TestDatabase;
  let db: Database;
  let app: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    files = await createSqliteDatabase();
    db = await files.open();
    await migrateDatabase(db);
    const config = loadConfig({
      DATA_DIR: files.options.dataDir,
      AUTH_RATE_LIMIT: 'off',
    });
    app = await buildApp({
      config,
      logger: createLogger('silent'),
      database: db,
      market: createMarket(),
      registry: new Registry(),
      version: '1.2.3',
      publicUrl: () => config.publicUrl,
      secret: 'a secret of this test, and of no other',
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
    await files.remove();
  });

  async function read<T>(person: Person, path: string): Promise<T> {
    const answer = await callAs(url, person, { method: 'GET', path });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  }

  /** Somebody on the free plan who follows a coin and owns some of it. */
  async function makeOwner(): Promise<{ owner: Person; things: Things }> {
    const owner = await signUpProved(url, db, 'free');
    const coin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
    await callAs(url, owner, { method: 'POST', path: '/api/watchlist', body: coin });
    const holding = { ...coin, amount: '1' };
    const added = await callAs(url, owner, { method: 'POST', path: '/api/portfolio', body: holding });
    const { id: holdingId, portfolioId } = (await added.json()) as { id: string; portfolioId: string };
    const [session] = await read<{ id: string }[]>(owner, '/api/auth/sessions');
    return { owner, things: { holdingId, portfolioId, sessionId: session!.id } };
  }

  function makeCaller(kind: Kind, owner: Person): Promise<Person> | Person | null {
    if (kind === 'guest') return null;
    if (kind === 'owner') return owner;
    if (kind === 'unproven') return signUp(url);
    return signUpProved(url, db, kind === 'other' ? 'free' : kind);
  }

  /** An owner, what is theirs, and who calls. */
  async function makeCast(kind: Kind) {
    const { owner, things } = await makeOwner();
    return { owner, things, caller: await makeCaller(kind, owner) };
  }

  const casts = new Map<Kind, ReturnType<typeof makeCast>>();
  /** The same for all calls that change nothing. */
  function findCast(kind: Kind): ReturnType<typeof makeCast> {
    const cast = casts.get(kind) ?? makeCast(kind);
    casts.set(kind, cast);
    return cast;
  }

  const listOwn = async (owner: Person) => {
    const { watchlist, portfolios } = await read<Record<string, unknown>>(owner, '/api/account/export');
    return { watchlist, portfolios };
  };

  /** The status that a kind of user is answered; what is the owner's must be as before, whoever else asked. */
  async function ask(method: string, { path, body }: Case, kind: Kind): Promise<number> {
    const { owner, things, caller } = await (method === 'GET' ? findCast(kind) : makeCast(kind));
    const before = await listOwn(owner);
    const answer = await callAs(url, caller, {
      method,
      path: typeof path === 'function' ? path(things) : path,
      body: typeof body === 'function' ? body(things) : body,
    });
    await answer.body?.cancel();
    if (kind !== 'owner') expect(await listOwn(owner)).toEqual(before);
    return answer.status;
  }

  it('is in the matrix, and the matrix has no other', () => {
    const routes = [...registered].filter((route) => !publicFiles.has(route));
    expect(routes.sort()).toEqual(Object.keys(routeMatrix).sort());
  });

  const cases = Object.entries(routeMatrix).flatMap(([route, list]) =>
    list.map((one, index) => [`${route}${index === 0 ? '' : ` (${index + 1})`}`, route, one] as const),
  );
  it.each(cases)('%s answers each kind of user as it should', async (_name, route, one) => {
    const method = route.split(' ')[0]!;
    const answered: Partial<Record<Kind, number>> = {};
    for (const kind of kinds) answered[kind] = await ask(method, one, kind);
    expect(answered).toEqual(one.expected);
  });
});
