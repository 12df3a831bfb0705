import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import type { Tier } from '#contract/plans.ts';
import { type AccountApp, createAccountApp } from '../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../tests/support/accounts/account-client.ts';
import { insertApiKey } from '../tests/support/accounts/api-keys.ts';
import { insertPasskey } from '../tests/support/accounts/passkeys.ts';
import { addFiring } from '../tests/support/alerts/alert-rows.ts';
import { createSqliteDatabase, type TestDatabase } from '../tests/support/databases.ts';
import { insertImport } from '../tests/support/imports/import-rows.ts';
import { FakeMarket, fakeDetail, fakeNow } from '../tests/support/market/fake-market.ts';
import {
  type Case,
  type Kind,
  kinds,
  type OwnedIds,
  publicFiles,
  routeMatrix,
} from '../tests/support/route-matrix.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const registered = new Set<string>();

// The list is taken as routes are registered, because the framework's own listing leaves some out.
vi.mock(import('#server/platform/http/http-app.ts'), async (importOriginal) => {
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

/** `isPrivate`: the response is for a user only and must not stay in any cache. */
function expectCommonHeaders(headers: Headers, isPrivate: boolean): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('referrer-policy')).toBeTruthy();
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  if (isPrivate) expect(headers.get('cache-control')).toContain('no-store');
}

describe('every route', () => {
  let files: TestDatabase;
  let site: AccountApp;
  let url: string;
  let people = 0;

  beforeAll(async () => {
    files = await createSqliteDatabase();
    site = await createAccountApp(files, { AUTH_RATE_LIMIT: 'off' }, createMarket());
    url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    site.app.server.closeAllConnections();
    await site.app.close();
    await files.remove();
  });

  async function signUp(): Promise<{ email: string; client: AccountClient }> {
    people += 1;
    const email = `person-${people}@example.com`;
    const client = site.plainClient();
    expect((await client.signUp(email)).status).toBe(201);
    return { email, client };
  }

  async function signUpVerified(tier: Tier): Promise<AccountClient> {
    const { email, client } = await signUp();
    expect((await client.verify(email, await site.codeTo(email))).status).toBe(200);
    await site.db.updateTable('users').set({ tier }).where('email', '=', email).execute();
    return client;
  }

  /**
   * A user on the free plan who follows a coin, holds some of it, and has an alert on it that has fired, a passkey and
   * an API key.
   */
  async function makeOwner(): Promise<{ owner: AccountClient; ids: OwnedIds }> {
    const owner = await signUpVerified('free');
    const coin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
    await owner.call('POST', '/api/watchlist', coin);
    const holding = await owner.call('POST', '/api/portfolio', { ...coin, amount: '1' });
    const { id: holdingId, portfolioId } = holding.body as { id: string; portfolioId: string };
    const wallets = `/api/portfolios/${portfolioId}/wallets`;
    const { id: walletId } = (await owner.call('POST', wallets, { name: 'Safe' })).body as { id: string };
    const waiting = { ...coin, condition: 'price_above', threshold: '1000' };
    const { id: alertId } = (await owner.call('POST', '/api/alerts', waiting)).body as { id: string };
    const { id: userId } = (await owner.call('GET', '/api/auth/me')).body as { id: string };
    await addFiring(site.db, userId, { alert_id: alertId });
    const sessions = (await owner.call('GET', '/api/auth/sessions')).body as unknown as { id: string }[];
    const passkeyId = await insertPasskey(site.db, userId);
    const apiKeyId = await insertApiKey(site.db, userId);
    const importId = await insertImport(site.db, portfolioId);
    const sessionId = sessions[0]!.id;
    return {
      owner,
      ids: { holdingId, portfolioId, walletId, importId, alertId, sessionId, passkeyId, apiKeyId },
    };
  }

  async function makeCaller(kind: Kind, owner: AccountClient): Promise<AccountClient> {
    if (kind === 'guest') return site.plainClient();
    if (kind === 'owner') return owner;
    if (kind === 'unverified') return (await signUp()).client;
    return signUpVerified(kind === 'other' ? 'free' : kind);
  }

  /** An owner with their data, and the caller. */
  async function makeCast(kind: Kind) {
    const { owner, ids } = await makeOwner();
    return { owner, ids, caller: await makeCaller(kind, owner) };
  }

  const casts = new Map<Kind, ReturnType<typeof makeCast>>();
  /** The same cast for all calls that change nothing. */
  function findCast(kind: Kind): ReturnType<typeof makeCast> {
    const cast = casts.get(kind) ?? makeCast(kind);
    casts.set(kind, cast);
    return cast;
  }

  async function listOwn(owner: AccountClient) {
    const { status, body } = await owner.call('GET', '/api/account/export');
    expect(status).toBe(200);
    const { watchlist, portfolios, alerts, alertHistory, alertSettings, passkeys, apiKeys } = body;
    return { watchlist, portfolios, alerts, alertHistory, alertSettings, passkeys, apiKeys };
  }

  /** The status that a kind of user gets. Checks that nobody else's call changes the owner's data. */
  async function ask(method: Method, one: Case, kind: Kind): Promise<number> {
    const { path, body } = one;
    const { owner, ids, caller } = await (method === 'GET' ? findCast(kind) : makeCast(kind));
    const before = await listOwn(owner);
    const payload = typeof body === 'function' ? body(ids) : body;
    // Over a real connection, because one of the responses never ends.
    const answer = await fetch(url + (typeof path === 'function' ? path(ids) : path), {
      method,
      redirect: 'manual',
      headers: {
        ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
        ...(payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    });
    const refused = answer.status === 400 ? errorBodySchema.parse(await answer.json()) : undefined;
    if (refused) expect(refused.issues?.length).toBeGreaterThan(0);
    else await answer.body?.cancel();
    expectCommonHeaders(answer.headers, one.expected.guest === 401);
    if (kind !== 'owner') expect(await listOwn(owner)).toEqual(before);
    return answer.status;
  }

  it('is in the matrix, and the matrix has no others', () => {
    const routes = [...registered].filter((route) => !publicFiles.has(route));
    expect(routes.sort()).toEqual(Object.keys(routeMatrix).sort());
  });

  const cases = Object.entries(routeMatrix).flatMap(([route, list]) =>
    list.map((one, index) => [`${route}${index === 0 ? '' : ` (${index + 1})`}`, route, one] as const),
  );
  it.each(cases)('%s answers each kind of user as it should', async (_name, route, one) => {
    const method = route.split(' ')[0] as Method;
    const answered: Partial<Record<Kind, number>> = {};
    for (const kind of kinds) answered[kind] = await ask(method, one, kind);
    expect(answered).toEqual(one.expected);
  });
});
