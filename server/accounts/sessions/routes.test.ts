import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '#server/platform/keys.ts';
import { day, minute, testSecret } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { createSqliteDatabase } from '../../../tests/support/databases.ts';

const ada = 'ada@example.com';
const statusOfMe = async (client: AccountClient) => (await client.call('GET', '/api/auth/me')).status;

const site = accountAppPerTest(createSqliteDatabase);

const payloadOf = (token: string) => Buffer.from(token.split('.')[1]!, 'base64url').toString();

describe('a token', () => {
  it('contains only the user, the session and its times, in ASCII', async () => {
    const browser = site.browser();
    await browser.signUp(ada, 'Ádá');
    const payload = payloadOf(browser.token!);
    expect(payload).toMatch(/^[\x20-\x7e]+$/);
    const { sub, sid, iat, exp, ...rest } = JSON.parse(payload);
    expect([typeof sub, typeof sid, rest]).toEqual(['string', 'string', {}]);
    expect([iat * 1000, (exp - iat) * 1000]).toEqual([site.clock.now(), 30 * day]);
  });

  it('is refused in a header longer than any of ours', async () => {
    const client = site.plainClient();
    await client.signUp(ada);
    const statusWith = async (authorization: string) =>
      (await client.call('GET', '/api/auth/me', undefined, { authorization })).status;
    expect(await statusWith(`Bearer  ${client.token}`)).toBe(200);
    expect(await statusWith(`Bearer ${' '.repeat(600)}${client.token}`)).toBe(401);
    expect(await statusWith(`Bearer ${client.token}${'A'.repeat(10_000)}`)).toBe(401);
  });

  it('is refused when it is forged, foreign, unsigned, expired or damaged', async () => {
    const client = site.plainClient();
    await client.signUp(ada);
    const claims = JSON.parse(payloadOf(client.token!));
    const key = deriveKey(testSecret, 'tokens');
    const sign = (change: object, signingKey: Uint8Array = key) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256' }).sign(signingKey);
    const [head, body, signature] = client.token!.split('.') as [string, string, string];
    const unsigned = new UnsecuredJWT(claims).encode();
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const long = Buffer.from('{"alg":"HS512"}').toString('base64url');
    const second = await site.member('bob@example.com');
    const bad = {
      foreign: await sign({}, deriveKey('the secret of another installation of it', 'tokens')),
      otherPurpose: await sign({}, deriveKey(testSecret, 'codes')),
      otherAlgorithm: `${long}.${body}.${createHmac('sha512', key).update(`${long}.${body}`).digest('base64url')}`,
      expired: await sign({ exp: Math.floor(site.clock.now() / 1000) }),
      endless: await sign({ exp: undefined }),
      otherUser: await sign({ sub: JSON.parse(payloadOf(second.token!)).sub }),
      noSession: await sign({ sid: undefined }),
      unknownSession: await sign({ sid: '00000000-0000-4000-8000-000000000000' }),
      unsigned,
      none: `${none}.${body}.${signature}`,
      noneWithoutSignature: `${none}.${body}.`,
      damaged: `${head}.${body}.${signature.slice(0, -2)}AA`,
      cut: `${head}.${body}`,
      empty: '',
    };
    expect(await statusOfMe(client)).toBe(200);
    for (const [name, token] of Object.entries(bad)) {
      const answer = await client.call('GET', '/api/auth/me', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'unauthorized']);
    }
    client.token = await sign({});
    expect(await statusOfMe(client)).toBe(200);
  });

  it('issued to a browser is refused without its cookie, or with another one', async () => {
    const browser = await site.member(ada);
    const thief = site.plainClient();
    thief.token = browser.token;
    expect(await statusOfMe(thief)).toBe(401);
    const other = await site.member('eve@example.com');
    other.token = browser.token;
    expect(await statusOfMe(other)).toBe(401);
    expect(await statusOfMe(browser)).toBe(200);
  });

  it('issued to a client without cookies works without them', async () => {
    const client = site.plainClient();
    expect((await client.signUp(ada)).body).toHaveProperty('challenge');
    await client.verify(ada, await site.codeTo(ada));
    expect((await client.call('GET', '/api/auth/me')).body).toMatchObject({ email: ada, verified: true });
  });

  it('expires after thirty days, or fourteen without use', async () => {
    const browser = await site.member(ada);
    site.pass(14 * day - minute);
    expect(await statusOfMe(browser)).toBe(200);
    site.pass(14 * day - minute);
    expect(await statusOfMe(browser)).toBe(200);
    site.pass(2 * day + 2 * minute);
    expect(await statusOfMe(browser)).toBe(401);

    const idle = await site.member(ada);
    site.pass(14 * day);
    expect(await statusOfMe(idle)).toBe(401);
  });

  it('still gives access to reads when nothing can be written', async () => {
    const browser = await site.member(ada);
    await sql`create trigger full_disk before update on sessions begin select raise(abort, 'full'); end`.execute(
      site.db,
    );
    site.pass(minute);
    expect((await browser.call('GET', '/api/watchlist')).status).toBe(200);
    expect(site.log()).toContain('the use of a session could not be recorded');
  });

  it('follows a tier change immediately', async () => {
    const browser = await site.member(ada);
    await site.db.updateTable('users').set({ tier: 'premium' }).execute();
    expect((await browser.call('GET', '/api/auth/me')).body.subscriptionTier).toBe('premium');
  });
});

describe('cookies', () => {
  it('cannot be read by scripts, sent by other sites or set by other hosts', async () => {
    const browser = await site.member(ada);
    expect(browser.setCookies.length).toBeGreaterThan(0);
    for (const line of browser.setCookies) {
      expect(line).toMatch(
        /^__Host-altimeter-\w+=[\w-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
    }
  });

  it('are not enough to authenticate', async () => {
    const browser = await site.member(ada);
    browser.token = undefined;
    expect(await statusOfMe(browser)).toBe(401);
  });

  it('keep the browser id after signing out, but not the session', async () => {
    const browser = await site.member(ada);
    await browser.call('POST', '/api/auth/signout');
    expect([...browser.cookies.keys()]).toEqual(['__Host-altimeter-browser']);
  });
});

describe('sessions', () => {
  it('are listed, newest first, and end one by one', async () => {
    const first = await site.member(ada);
    site.pass(minute);
    const second = await site.member(ada);
    const { body } = await second.call('GET', '/api/auth/sessions');
    const sessions = body as unknown as { id: string; current: boolean }[];
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        createdAt: new Date(site.clock.now()).toISOString(),
        lastSeenAt: new Date(site.clock.now()).toISOString(),
        userAgent: 'Test browser',
        current: true,
      },
      expect.objectContaining({ current: false }),
    ]);
    const url = `/api/auth/sessions/${sessions[1]!.id}`;
    expect((await second.call('DELETE', url)).status).toBe(204);
    expect((await second.call('DELETE', url)).status).toBe(404);
    expect([await statusOfMe(first), await statusOfMe(second)]).toEqual([401, 200]);
  });

  it.each(['%00', '%20', 'x'.repeat(65)])('do not accept %j as an id', async (id) => {
    const browser = await site.member(ada);
    const answer = await browser.call('DELETE', `/api/auth/sessions/${id}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  it('of another user are not found', async () => {
    const browser = await site.member(ada);
    const [own] = (await browser.call('GET', '/api/auth/sessions')).body as unknown as { id: string }[];
    const other = await site.member('eve@example.com');
    expect((await other.call('DELETE', `/api/auth/sessions/${own!.id}`)).status).toBe(404);
    expect(await statusOfMe(browser)).toBe(200);
  });

  it('are ended together except the current one', async () => {
    const members = [await site.member(ada), await site.member(ada), await site.member(ada)] as const;
    const stranger = await site.member('eve@example.com');
    expect((await members[1].call('DELETE', '/api/auth/sessions')).status).toBe(204);
    expect(await Promise.all([...members, stranger].map(statusOfMe))).toEqual([401, 200, 401, 200]);
  });

  it('end when the browser opens another', async () => {
    const browser = await site.member(ada);
    const kept = await site.member(ada);
    await browser.signUp('bob@example.com');
    expect((await kept.call('GET', '/api/auth/sessions')).body).toHaveLength(1);
  });

  it('end on sign-out, even if the token and cookies were kept', async () => {
    const browser = await site.member(ada);
    const cookies = [...browser.cookies];
    await browser.call('POST', '/api/auth/signout');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await statusOfMe(browser)).toBe(401);
  });
});

describe('a request from another site', () => {
  const calls = [
    ['POST', '/api/auth/signup', { email: ada, firstName: 'A', lastName: 'B' }],
    ['POST', '/api/auth/signin', { email: ada }],
    ['POST', '/api/auth/verify', { email: ada, code: 'x' }],
    ['POST', '/api/auth/signout', undefined],
    ['PUT', '/api/auth/me', { firstName: 'A', lastName: 'B' }],
    ['POST', '/api/auth/email', { email: ada }],
    ['POST', '/api/auth/email/verify', { email: ada, code: 'x' }],
    ['DELETE', '/api/auth/sessions', undefined],
    ['DELETE', '/api/auth/sessions/x', undefined],
    ['POST', '/api/auth/passkeys/options', undefined],
    ['POST', '/api/auth/passkeys', { name: 'x', credential: {} }],
    ['DELETE', '/api/auth/passkeys/x', undefined],
    ['POST', '/api/auth/signin/passkey/options', undefined],
    ['POST', '/api/auth/signin/passkey', { credential: {} }],
    ['DELETE', '/api/account', undefined],
  ] as const;

  it.each(calls)('is refused: %s %s', async (method, url, payload) => {
    const browser = await site.member(ada);
    const plain = site.plainClient();
    const foreign = { origin: 'https://evil.example' };
    for (const answer of [
      await browser.call(method, url, payload, { 'sec-fetch-site': 'cross-site' }),
      await browser.call(method, url, payload, { 'sec-fetch-site': 'same-site' }),
      await browser.call(method, url, payload, { 'sec-fetch-site': 'none' }),
      await plain.call(method, url, payload, foreign),
      await plain.call(method, url, payload, { origin: 'null' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    expect(await statusOfMe(browser)).toBe(200);
  });

  it('is accepted from our own origin if the browser sends no better header', async () => {
    const payload = { email: ada };
    const own = { origin: 'http://localhost:3000' };
    const answer = await site.plainClient().call('POST', '/api/auth/signin', payload, own);
    expect(answer.status).toBe(200);
  });
});
