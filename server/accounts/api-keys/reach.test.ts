import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccountApp } from '../../../tests/support/accounts/account-app.ts';
import { sharedAccountApp } from '../../../tests/support/accounts/account-app-per-test.ts';
import type { AccountClient, Answer } from '../../../tests/support/accounts/account-client.ts';
import { addApiKey, programWith, setTier } from '../../../tests/support/accounts/api-keys.ts';
import { createSqliteDatabase } from '../../../tests/support/databases.ts';
import { type Case, type OwnedIds, routeMatrix } from '../../../tests/support/route-matrix.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Things owned by users that their programs may act on. */
const forPrograms =
  /^\/api\/(?:watchlist|portfolios?|transactions|wallets|imports?|import-formats|tax-reports|alerts(?!\/(?:settings|push)))\b/;
const history = /^\/api\/cryptocurrencies\/:id\/(?:history|ohlc)$/;

/** Things the key's owner can't reach either, because they belong to another user. */
const ids: OwnedIds = {
  portfolioId: randomUUID(),
  walletId: randomUUID(),
  importId: randomUUID(),
  holdingId: randomUUID(),
  alertId: randomUUID(),
  sessionId: randomUUID(),
  passkeyId: randomUUID(),
  apiKeyId: randomUUID(),
};
const given = <T>(value: T | ((all: OwnedIds) => T)) =>
  typeof value === 'function' ? (value as (all: OwnedIds) => T)(ids) : value;

/** The routes that need a user, always or for some requests, so a key makes a difference. */
const cases = Object.entries(routeMatrix).flatMap(([route, list]) =>
  list.map((one, index) => ({ route, path: route.split(' ')[1]!, one, index })),
);
const closed = cases.filter(({ one }) => one.expected.guest === 401 && one.expected.owner !== 401);

describe('an API key', () => {
  const site = sharedAccountApp(createSqliteDatabase);
  let people = 0;
  /** For calls that change nothing. */
  let anyProgram: AccountClient;

  beforeAll(async () => {
    anyProgram = await makeProgram();
  });

  /** A program whose owner is on the premium plan. */
  async function makeProgram(): Promise<AccountClient> {
    people += 1;
    const email = `person-${people}@example.com`;
    const owner = await site.member(email);
    await setTier(site, email, 'premium');
    return programWith(site, (await addApiKey(owner)).key);
  }

  function ask(program: AccountClient, route: string, { path, body }: Case): Promise<Answer> {
    return program.call(route.split(' ')[0] as Method, given(path), given<object | undefined>(body));
  }

  it('is distinguished from a guest on most routes', () => {
    const open = closed.filter(({ path }) => forPrograms.test(path)).length;
    expect([open > 15, closed.length - open > 15]).toEqual([true, true]);
  });

  it.each(
    closed.map(({ route, path, one, index }) => [`${route} (${index + 1})`, route, path, one] as const),
  )('%s', async (_name, route, path, one) => {
    if (forPrograms.test(path)) {
      expect((await ask(await makeProgram(), route, one)).status).toBe(one.expected.premium);
      return;
    }
    const { status, body } = await ask(anyProgram, route, one);
    expect([status, body.message]).toEqual([401, 'An API key can’t be used for this. Please sign in.']);
  });

  it('reaches as far back as the plan of its account', async () => {
    const spans = cases.filter(({ path, one }) => history.test(path) && one.expected.guest === 403);
    expect(spans.length).toBeGreaterThan(2);
    // Nobody has requested this coin yet, so a request within the plan goes to the provider.
    for (const { route, one } of spans) expect((await ask(anyProgram, route, one)).status).not.toBe(403);
  });

  it('is read only from the header', async () => {
    const nobody = site.plainClient();
    const key = anyProgram.token!;
    const ask = async (authorization: string, path = '/api/watchlist') =>
      (await nobody.call('GET', path, undefined, { authorization })).status;
    expect([await ask(`bearer ${key}`), await ask(`Bearer   ${key}`)]).toEqual([200, 200]);
    for (const other of [key, `Basic ${key}`, `Bearer "${key}"`, `Bearer ${key}, Bearer ${key}`, ''])
      expect(await ask(other)).toBe(401);
    for (const place of ['key', 'api_key', 'token', 'access_token'])
      expect(await ask('', `/api/watchlist?${place}=${key}`)).toBe(401);
    await nobody.call('DELETE', `/api/watchlist/${key}`);
    expect(site.log()).toContain('"route":"/api/watchlist"');
    expect(site.log()).not.toContain(key.slice(4));
  });

  it('opens no stream', async () => {
    for (const path of ['/api/stream', '/api/stream?events=alert'])
      expect((await anyProgram.call('GET', path)).status).toBe(401);
  });
});

it('an API key still gives access to reads when nothing can be written', async () => {
  const files = await createSqliteDatabase();
  // With limits, as in production.
  const site = await createAccountApp(files, {});
  try {
    const owner = await site.member('ada@example.com');
    await setTier(site, 'ada@example.com', 'premium');
    const program = programWith(site, (await addApiKey(owner)).key);
    for (const [change, table] of ['insert on rate_limits', 'update on api_keys'].entries())
      await sql`create trigger ${sql.ref(`full_${change}`)} before ${sql.raw(table)} begin select raise(abort, 'full'); end`.execute(
        site.db,
      );
    expect((await program.call('GET', '/api/watchlist')).status).toBe(200);
    expect(site.log()).toContain('the use of an API key could not be recorded');
  } finally {
    await site.app.close();
    await files.remove();
  }
});
