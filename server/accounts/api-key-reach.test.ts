import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp } from '../../tests/support/account-app.ts';
import { addApiKey, programWith, setTier } from '../../tests/support/api-keys.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import { type Case, routeMatrix, type Things } from '../../tests/support/route-matrix.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What belongs to users, and their programs may do for them. */
const forPrograms = /^\/api\/(?:watchlist|portfolios?|alerts(?!\/(?:settings|push)))\b/;
const history = /^\/api\/cryptocurrencies\/:id\/(?:history|ohlc)$/;

/** What the key's owner does not have either: it is another's. */
const things: Things = {
  portfolioId: randomUUID(),
  holdingId: randomUUID(),
  alertId: randomUUID(),
  sessionId: randomUUID(),
  passkeyId: randomUUID(),
  apiKeyId: randomUUID(),
};
const given = <T>(value: T | ((all: Things) => T)) =>
  typeof value === 'function' ? (value as (all: Things) => T)(things) : value;

/** What needs a user, at all or for some of it, and so may tell a key from nothing. */
const cases = Object.entries(routeMatrix).flatMap(([route, list]) =>
  list.map((one, index) => ({ route, path: route.split(' ')[1]!, one, index })),
);
const closed = cases.filter(({ one }) => one.expected.guest === 401);

describe('an API key', () => {
  let files: TestDatabase;
  let site: AccountApp;
  let people = 0;

  beforeAll(async () => {
    files = await createSqliteDatabase();
    site = await createAccountApp(files);
  });
  afterAll(async () => {
    await site.app.close();
    await files.remove();
  });

  /** The status that a program is answered, whose owner is on the premium plan. */
  async function ask(route: string, { path, body }: Case): Promise<number> {
    people += 1;
    const email = `person-${people}@example.com`;
    const owner = await site.member(email);
    await setTier(site, email, 'premium');
    const program = programWith(site, (await addApiKey(owner)).key);
    const payload = given<object | undefined>(body);
    return (await program.call(route.split(' ')[0] as Method, given(path), payload)).status;
  }

  it('is told from a guest on most routes', () => {
    const open = closed.filter(({ path }) => forPrograms.test(path)).length;
    expect([open > 15, closed.length - open > 15]).toEqual([true, true]);
  });

  it.each(
    closed.map(({ route, path, one, index }) => [`${route} (${index + 1})`, route, path, one] as const),
  )('%s', async (_name, route, path, one) => {
    const expected = forPrograms.test(path) ? one.expected.premium : 401;
    expect(await ask(route, one)).toBe(expected);
  });

  it('reaches as far back as the plan of its account', async () => {
    const spans = cases.filter(({ path, one }) => history.test(path) && one.expected.guest === 403);
    expect(spans.length).toBeGreaterThan(2);
    // Nobody has asked the provider for this coin yet: what the plan has is passed on to it.
    for (const { route, one } of spans) expect(await ask(route, one)).not.toBe(403);
  });

  it('opens no stream', async () => {
    expect(await ask('GET', { path: '/api/stream', expected: {} as Case['expected'] })).toBe(401);
  });
});
