import fc from 'fast-check';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { createAccountApp } from '../support/accounts/account-app.ts';
import { sharedAccountApp } from '../support/accounts/account-app-per-test.ts';
import type { AccountClient } from '../support/accounts/account-client.ts';
import { addApiKey, insertApiKey } from '../support/accounts/api-keys.ts';
import { insertPasskey } from '../support/accounts/passkeys.ts';
import { addFiring } from '../support/alerts/alert-rows.ts';
import { testDatabases } from '../support/databases.ts';
import { isLongRun } from '../support/is-long-run.ts';
import { routeMatrix } from '../support/route-matrix.ts';
import { type OddRequest, oddRequests } from './odd-requests.ts';

const databases = testDatabases.filter(({ isAvailable }) => isAvailable);
/** The number of rounds for both databases together. The long form sends 10,000 requests. */
const rounds = isLongRun ? 500 : 120;
const requestsPerRound = 20;
/** The API's routes without the stream, whose answer never ends. */
const routes = Object.keys(routeMatrix).filter(
  (route) => / \/api\//.test(route) && route !== 'GET /api/stream',
);
const mayBeDown = ['market_unavailable', 'payments_not_configured'];

interface Person {
  readonly client: AccountClient;
  /** The values of `{person.thing}` placeholders. */
  readonly things: Readonly<Record<string, string>>;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe.each(databases)('Thousands of odd requests to the API, $name', ({ create }) => {
  const site = sharedAccountApp(create, (database) =>
    createAccountApp(database, { AUTH_RATE_LIMIT: 'off', LOG_LEVEL: 'error' }),
  );
  let victim: Person;
  /** Values that are in the victim's rows, and in no request. */
  let marks: readonly string[];
  let signUps = 0;

  beforeAll(async () => {
    victim = await makePerson('free');
    marks = await markRows(victim);
  });

  /**
   * Creates a user with a verified address, a watched coin, a holding, an alert that has fired, a passkey and an API
   * key.
   */
  async function makePerson(tier: 'free' | 'premium'): Promise<Person> {
    signUps += 1;
    const email = `person-${signUps}@example.com`;
    const client = site.plainClient();
    await client.signUp(email);
    expect((await client.verify(email, await site.codeTo(email))).status).toBe(200);
    await site.db.updateTable('users').set({ tier }).where('email', '=', email).execute();
    const coin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
    await client.call('POST', '/api/watchlist', coin);
    const holding = await client.call('POST', '/api/portfolio', { ...coin, amount: '1' });
    expect(holding.status).toBe(201);
    const { id: holdingId, portfolioId } = holding.body as { id: string; portfolioId: string };
    const waiting = { ...coin, condition: 'price_above', threshold: '1000' };
    const { id: alertId } = (await client.call('POST', '/api/alerts', waiting)).body as { id: string };
    const token = client.token!;
    const { sub: userId, sid: sessionId } = JSON.parse(
      Buffer.from(token.split('.')[1]!, 'base64url').toString(),
    ) as { sub: string; sid: string };
    await addFiring(site.db, userId, { alert_id: alertId });
    const passkeyId = await insertPasskey(site.db, userId);
    const apiKeyId = await insertApiKey(site.db, userId);
    const apiKey = tier === 'premium' ? (await addApiKey(client)).key : '';
    const ids = { holdingId, portfolioId, alertId, userId, sessionId, passkeyId, apiKeyId };
    return {
      client,
      things: { ...ids, email, token, apiKey },
    };
  }

  /** Marks a user's rows with values that can be recognized in any answer. */
  async function markRows({ client, things }: Person): Promise<string[]> {
    const [name, amount] = ['For the victim alone', '481516.2342'];
    const answers = await Promise.all([
      client.call('PUT', '/api/auth/me', { firstName: name, lastName: name }),
      client.call('PUT', `/api/portfolios/${things.portfolioId}`, { name }),
      client.call('PUT', `/api/portfolio/${things.holdingId}`, { amount }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [item] = (await client.call('GET', '/api/watchlist')).body as unknown as { id: string }[];
    const found = [name, amount, item!.id];
    const exported = (await client.call('GET', '/api/account/export')).text;
    expect(found.filter((mark) => !exported.includes(mark))).toEqual([]);
    return found;
  }

  /** Returns the given user while the account and its session exist, otherwise a new one. */
  async function keepPerson(person: Person | undefined, tier: 'free' | 'premium'): Promise<Person> {
    const isThere = person && (await person.client.call('GET', '/api/auth/me')).status === 200;
    return isThere ? person : makePerson(tier);
  }

  /** Makes tokens that look like the victim's. */
  async function forge(attacker: Person): Promise<Record<string, string>> {
    const { token, userId, sessionId } = victim.things as Record<'token' | 'userId' | 'sessionId', string>;
    const [head = '', claims = '', signature = ''] = token.split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    return {
      cut: token.slice(0, -4),
      unsigned: `${unsigned}.${claims}.`,
      otherKey: await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(site.clock.now() / 1000)
        .setExpirationTime('1h')
        .sign(Buffer.alloc(32, 'guess')),
      apiKey: `alt_${victim.things.apiKeyId}`,
      mixed: `${head}.${claims}.${attacker.things.token!.split('.')[2] ?? signature}`,
    };
  }

  /** Everything stored about the victim, row by row. */
  async function readVictim() {
    const userId = victim.things.userId!;
    const ofUser = (
      table:
        | 'sessions'
        | 'passkeys'
        | 'api_keys'
        | 'portfolios'
        | 'watchlist_items'
        | 'alerts'
        | 'alert_firings',
    ) => site.db.selectFrom(table).selectAll().where('user_id', '=', userId).orderBy('id').execute();
    return {
      user: await site.db.selectFrom('users').selectAll().where('id', '=', userId).execute(),
      sessions: await ofUser('sessions'),
      passkeys: await ofUser('passkeys'),
      apiKeys: await ofUser('api_keys'),
      portfolios: await ofUser('portfolios'),
      holdings: await site.db
        .selectFrom('transactions')
        .selectAll()
        .where('portfolio_id', '=', victim.things.portfolioId!)
        .execute(),
      watchlist: await ofUser('watchlist_items'),
      alerts: await ofUser('alerts'),
      firings: await ofUser('alert_firings'),
    };
  }

  async function send({ method, url, headers, body }: OddRequest, values: Record<string, Person['things']>) {
    const fill = (text: string) =>
      text.replace(/\{(\w+)\.(\w+)\}/g, (all, person, thing) => values[person]?.[thing] ?? all);
    const filled = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, fill(value)]));
    const answer = await site.app.inject({
      method,
      url: fill(url),
      headers: filled,
      ...(body === undefined ? {} : { payload: fill(body) }),
    });
    return { status: answer.statusCode, text: answer.body };
  }

  /** Describes what is wrong with an answer. Undefined if nothing is. */
  function findFault(method: string, { status, text }: { status: number; text: string }): string | undefined {
    if (status < 400) return undefined;
    if (method === 'HEAD') return status >= 500 ? `HEAD was answered with ${status}` : undefined;
    const parsed = errorBodySchema.strict().safeParse(readJson(text));
    if (!parsed.success) return `${status} with ${text}`;
    if (status === 400 && !parsed.data.issues?.length) return `400 without issues: ${text}`;
    const isDown = status === 503 && mayBeDown.includes(parsed.data.code);
    return status >= 500 && !isDown ? `${status} with ${text}` : undefined;
  }

  it('break nothing, and affect no other user', { timeout: 180_000 }, async () => {
    const rows = await readVictim();
    const counts: Record<number, number> = {};
    let ada: Person | undefined;
    let eve: Person | undefined;
    await fc.assert(
      fc.asyncProperty(
        fc.array(oddRequests(routes), { minLength: requestsPerRound, maxLength: requestsPerRound }),
        async (requests) => {
          ada = await keepPerson(ada, 'free');
          eve = await keepPerson(eve, 'premium');
          const values = {
            ada: ada.things,
            eve: eve.things,
            victim: { ...victim.things, token: '' },
            forged: await forge(ada),
          };
          for (const request of requests) {
            const answer = await send(request, values);
            counts[answer.status] = (counts[answer.status] ?? 0) + 1;
            expect(findFault(request.method, answer), JSON.stringify(request)).toBeUndefined();
            expect(
              marks.filter((mark) => answer.text.includes(mark)),
              JSON.stringify(request),
            ).toEqual([]);
          }
        },
      ),
      { numRuns: rounds / databases.length, endOnFailure: true },
    );
    expect(await readVictim()).toEqual(rows);
    const seen = Object.keys(counts).map(Number);
    // Each occurs dozens of times. Some short runs have no 204 or 413, some long ones no 201.
    const common = [200, 400, 401, 403, 404, 415];
    expect(seen).toEqual(expect.arrayContaining(isLongRun ? [...common, 204, 413] : common));
    const exported = await victim.client.call('GET', '/api/account/export');
    expect(exported).toMatchObject({ status: 200, body: { watchlist: [{ coinId: 'bitcoin' }] } });
  });
});
