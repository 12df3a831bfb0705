import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountApp, createAccountApp, minute } from '../../tests/support/account-app.ts';
import type { AccountClient } from '../../tests/support/account-client.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { addUser } from '../../tests/support/users.ts';

const ada = 'ada@example.com';

const me = async (client: AccountClient) => (await client.call('GET', '/api/auth/me')).body;
const coin = (coinId: string) => ({ coinId, symbol: 'x', name: 'x' });
const watch = (client: AccountClient, coinId: string) => client.call('POST', '/api/watchlist', coin(coinId));
const watched = async (client: AccountClient) => {
  const { body } = await client.call('GET', '/api/watchlist');
  return (body as unknown as { coinId: string }[]).map(({ coinId }) => coinId);
};
const invalidCode = { message: 'That code is not valid or has expired.', code: 'invalid_code' };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`accounts on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    beforeEach(async () => {
      database = await create();
      site = await createAccountApp(database);
    });
    afterEach(async () => {
      await site.app.close();
      await database.remove();
    });

    describe('signing up', () => {
      it('opens an unproved account to this browser at once, and mails a code', async () => {
        const browser = site.browser();
        const { status, body } = await browser.signUp(' Ada@Example.com ');
        expect(status).toBe(201);
        expect(Object.keys(body)).toEqual(['token', 'message']);
        expect(await me(browser)).toEqual({
          id: expect.any(String),
          email: ada,
          firstName: 'Ada',
          lastName: 'Lovelace',
          subscriptionTier: 'free',
          verified: false,
        });
        const [mail] = await site.mailsTo(ada);
        expect(mail?.text).toMatch(/^Welcome to Altimeter/);
        expect((await browser.call('GET', '/api/portfolios')).body).toMatchObject([{ name: 'Main' }]);
      });

      it('gives a second browser that knows the address nothing of the first', async () => {
        const first = site.browser();
        await first.signUp(ada);
        await watch(first, 'bitcoin');
        const second = site.browser();
        await second.signUp(ada);
        expect(await watched(second)).toEqual([]);
        expect((await me(second)).id).not.toBe((await me(first)).id);
      });

      it('mails nothing that whoever asked has written', async () => {
        await site.browser().signUp(ada, 'https://evil.example', 'Visit');
        expect(JSON.stringify(await site.mailsTo(ada))).not.toMatch(/evil|Visit/);
      });

      it.each([
        [{}, 'Email is required'],
        [{ email: '' }, 'Email is required'],
        [{ email: 'ada' }, 'Must be an email address'],
        [{ email: 'a@b.example\r\nBcc: e@b.example' }, 'Must be an email address'],
        [{ email: ada }, 'First name is required'],
        [{ email: ada, firstName: ' ', lastName: 'L' }, 'First name is required'],
        [{ email: ada, firstName: 'Ada', lastName: 'a\u0000b' }, 'Must be plain text'],
      ])('refuses %j', async (payload, message) => {
        const answer = await site.browser().call('POST', '/api/auth/signup', payload);
        expect(answer).toMatchObject({ status: 400, body: { message, code: 'invalid_request' } });
      });

      it('refuses fields that it does not know', async () => {
        const payload = { email: ada, firstName: 'Ada', lastName: 'L', tier: 'premium' };
        expect((await site.browser().call('POST', '/api/auth/signup', payload)).status).toBe(400);
      });
    });

    describe('proving the address', () => {
      it('keeps the account, its coins and its browser', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        await watch(browser, 'bitcoin');
        const before = await me(browser);
        expect((await browser.verify(ada, await site.codeTo(ada))).status).toBe(200);
        expect(await me(browser)).toEqual({ ...before, verified: true });
        expect(await watched(browser)).toEqual(['bitcoin']);
      });

      it('shuts out whoever signed up with the address before, in the same browser too', async () => {
        const shared = site.browser();
        await shared.signUp(ada);
        const stranger = site.browser();
        stranger.token = shared.token;
        for (const [cookie, value] of shared.cookies) stranger.cookies.set(cookie, value);
        shared.token = undefined;
        site.pass(1000);
        await shared.signIn(ada);
        expect((await shared.verify(ada, await site.codeTo(ada))).status).toBe(200);
        expect((await me(stranger)).code).toBe('unauthorized');
        expect(await me(shared)).toMatchObject({ email: ada, verified: true });
      });

      it('forgives how the code is typed', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const typed = (await site.codeTo(ada))
          .toLowerCase()
          .replace('-', ' – ')
          .replaceAll('0', 'o')
          .replaceAll('1', 'l');
        expect((await browser.verify(ada, ` ${typed} `)).status).toBe(200);
      });

      it('works only in the browser that asked', async () => {
        await site.browser().signUp(ada);
        const code = await site.codeTo(ada);
        const other = site.browser();
        await other.signUp('eve@example.com');
        expect(await other.verify(ada, code)).toMatchObject({ status: 400, body: invalidCode });
        expect(await site.browser().verify(ada, code)).toMatchObject({ status: 400, body: invalidCode });
      });

      it('works once, for ten minutes, and for that address', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const challenge = [...browser.cookies].find(([cookie]) => cookie.endsWith('challenge'))!;
        const code = await site.codeTo(ada);
        expect((await browser.verify('eve@example.com', code)).body).toEqual(invalidCode);
        expect((await browser.verify(ada, code)).status).toBe(200);
        browser.cookies.set(...challenge);
        expect((await browser.verify(ada, code)).body).toEqual(invalidCode);

        await browser.signIn(ada);
        site.pass(10 * minute);
        expect((await browser.verify(ada, await site.codeTo(ada))).body).toEqual(invalidCode);
      });

      it.each(['', '\0', 'ＡＢＣＤ-ＥＦＧＨ', 'X'.repeat(5000)])(
        'answers %j like any other wrong code',
        async (code) => {
          const browser = site.browser();
          await browser.signUp(ada);
          expect(await browser.verify(ada, code)).toMatchObject({ status: 400, body: invalidCode });
          browser.challenge = code;
          expect(await browser.verify(ada, await site.codeTo(ada))).toMatchObject({
            status: 400,
            body: invalidCode,
          });
        },
      );

      it('answers the fifth wrong code and every later one alike, and the right one no more', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const code = await site.codeTo(ada);
        for (let i = 0; i < 5; i++)
          expect((await browser.verify(ada, '0000-0000')).body).toEqual(invalidCode);
        expect((await browser.verify(ada, code)).body).toEqual(invalidCode);
      });

      it('compares at most five of a thousand parallel guesses', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const guesses = Array.from({ length: 1000 }, (_, index) =>
          browser.verify(ada, `GGGG-${1000 + index}`),
        );
        const answers = await Promise.all(guesses);
        expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([JSON.stringify(invalidCode)]));
        const { tries } = await site.db.selectFrom('challenges').select('tries').executeTakeFirstOrThrow();
        expect(tries).toBe(5);
        expect((await browser.verify(ada, await site.codeTo(ada))).status).toBe(400);
      });

      it('lets only one of many use a code', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const code = await site.codeTo(ada);
        const tries = Array.from({ length: 5 }, () => browser.verify(ada, code));
        const answers = await Promise.all(tries);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      });

      it('keeps neither codes nor secrets as they are', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const code = await site.codeTo(ada);
        const kept = JSON.stringify([
          await site.db.selectFrom('challenges').selectAll().execute(),
          await site.db.selectFrom('sessions').selectAll().execute(),
          await site.db.selectFrom('browsers').selectAll().execute(),
        ]);
        expect(kept).not.toContain(code.replace('-', ''));
        for (const secret of browser.cookies.values()) expect(kept).not.toContain(secret);
      });
    });

    describe('signing in', () => {
      it('after signing out, with the data still there', async () => {
        const browser = await site.member(ada);
        await watch(browser, 'bitcoin');
        expect((await browser.call('POST', '/api/auth/signout')).status).toBe(204);
        expect((await browser.call('GET', '/api/watchlist')).status).toBe(401);
        const other = site.browser();
        expect((await other.signIn(ada)).status).toBe(200);
        await other.verify(ada, await site.codeTo(ada));
        expect(await watched(other)).toEqual(['bitcoin']);
      });

      it('proves the account that this browser made, though it signed out', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        await watch(browser, 'bitcoin');
        const { id } = await me(browser);
        await browser.call('POST', '/api/auth/signout');
        site.pass(minute);
        await browser.signIn(ada);
        await browser.verify(ada, await site.codeTo(ada));
        expect(await me(browser)).toMatchObject({ id, verified: true });
      });

      it('leaves what another person of this browser made alone', async () => {
        const browser = site.browser();
        await browser.signUp('bob@example.com');
        await watch(browser, 'bitcoin');
        await browser.call('POST', '/api/auth/signout');
        await browser.signIn(ada);
        await browser.verify(ada, await site.codeTo(ada));
        expect(await watched(browser)).toEqual([]);
      });

      it('takes along what the unproved session has, whatever address it carried', async () => {
        const browser = site.browser();
        await browser.signUp('ada@exmaple.com');
        await watch(browser, 'bitcoin');
        await browser.signIn(ada);
        await browser.verify(ada, await site.codeTo(ada));
        expect(await me(browser)).toMatchObject({ email: ada, firstName: 'Ada', verified: true });
        expect(await watched(browser)).toEqual(['bitcoin']);
      });

      it('moves what was added since signing up again into the account there is', async () => {
        const phone = await site.member(ada);
        await watch(phone, 'bitcoin');
        site.pass(1000);
        const laptop = site.browser();
        await laptop.signUp(ada, 'Other');
        await watch(laptop, 'ethereum');
        await laptop.call('POST', '/api/portfolio', { ...coin('ethereum'), amount: '0.10' });
        expect((await site.mailsTo(ada))[0]?.text).toMatch(/^You already have an Altimeter account/);
        await laptop.verify(ada, await site.codeTo(ada));
        expect(await me(laptop)).toEqual(await me(phone));
        expect(await watched(phone)).toEqual(['bitcoin', 'ethereum']);
        expect((await phone.call('GET', '/api/portfolio')).body).toMatchObject([{ amount: '0.10' }]);
        expect(await site.db.selectFrom('users').select('id').execute()).toHaveLength(1);
      });

      it('leaves unproved accounts of other browsers alone', async () => {
        const stranger = site.browser();
        await stranger.signUp(ada);
        await watch(stranger, 'ethereum');
        site.pass(minute);
        const owner = await site.member(ada);
        expect(await watched(owner)).toEqual([]);
        expect(await me(stranger)).toMatchObject({ verified: false });
        expect(await watched(stranger)).toEqual(['ethereum']);
      });

      it('makes an account where the proved address has none', async () => {
        const browser = site.browser();
        await browser.signIn(ada);
        await browser.verify(ada, await site.codeTo(ada));
        expect(await me(browser)).toMatchObject({ email: ada, firstName: '', verified: true });
        expect((await browser.call('GET', '/api/portfolios')).body).toMatchObject([{ name: 'Main' }]);
      });

      it('makes one account, though two browsers prove the address at once', async () => {
        const browsers = [site.browser(), site.browser(), site.browser()];
        const codes: string[] = [];
        for (const browser of browsers) {
          await browser.signIn(ada);
          codes.push(await site.codeTo(ada));
          site.pass(1000);
        }
        const answers = await Promise.all(
          browsers.map((browser, index) => browser.verify(ada, codes[index]!)),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(await site.db.selectFrom('users').select('email').execute()).toEqual([{ email: ada }]);
      });

      it.skipIf(name === 'SQLite')('finds the account that another server makes meanwhile', async () => {
        const browser = site.browser();
        await browser.signIn(ada);
        const code = await site.codeTo(ada);
        const made = Promise.withResolvers<number>();
        const isWaitedFor = Promise.withResolvers<void>();
        const other = site.db.transaction().execute(async (tx) => {
          const id = await addUser(tx);
          await tx.updateTable('users').set({ email: ada, proved_email: ada }).where('id', '=', id).execute();
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
          made.resolve(rows[0]!.pid);
          await isWaitedFor.promise;
          return id;
        });
        const pid = await made.promise;
        const verified = browser.verify(ada, code);
        const waiting = sql`select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
        const isThere = async () => expect((await waiting.execute(site.db)).rows).toHaveLength(1);
        await vi.waitFor(isThere, { timeout: 10_000 }).finally(isWaitedFor.resolve);
        const id = await other;
        expect((await verified).status).toBe(200);
        expect((await me(browser)).id).toBe(id);
      });

      it('gives the token at once only where that very account is signed in', async () => {
        const browser = await site.member(ada);
        expect((await browser.signIn(ada)).body).toHaveProperty('token', browser.token);
        expect((await browser.signIn('bob@example.com')).body).not.toHaveProperty('token');
        const thief = site.browser();
        thief.token = browser.token;
        expect((await thief.signIn(ada)).body).not.toHaveProperty('token');
      });
    });

    describe('whether an address is known', () => {
      const shapeOf = (headers: Readonly<Record<string, unknown>>) => {
        const cookies = [headers['set-cookie'] ?? []].flat();
        return cookies.map((line) => String(line).replace(/=[\w-]{43};/, '=…;'));
      };

      it('cannot be told from the answer to signing in', async () => {
        await site.member(ada);
        const known = await site.browser().signIn(ada);
        const unknown = await site.browser().signIn('bob@example.com');
        expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
        expect(shapeOf(known.headers)).toEqual(shapeOf(unknown.headers));
        expect(known.headers['content-length']).toBe(unknown.headers['content-length']);
      });

      it('cannot be told from the answer to signing up', async () => {
        await site.member(ada);
        const known = await site.browser().signUp(ada);
        const unknown = await site.browser().signUp('bob@example.com');
        const hide = (text: string) => text.replace(/"token":"[^"]+"/, '');
        expect([known.status, hide(known.text)]).toEqual([unknown.status, hide(unknown.text)]);
        expect(known.text.length).toBe(unknown.text.length);
        expect(shapeOf(known.headers)).toEqual(shapeOf(unknown.headers));
      });
    });

    it('keeps every answer out of caches', async () => {
      const browser = site.browser();
      const answers = [
        await browser.signUp(ada),
        await browser.signIn('bob@example.com'),
        await browser.signUp('no address'),
        await browser.verify(ada, '0000-0000'),
        await browser.call('GET', '/api/auth/me'),
        await browser.call('GET', '/api/account/export'),
        await browser.call('POST', '/api/auth/signout'),
        await browser.call('GET', '/api/auth/me'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 400, 200, 200, 204, 401]);
      expect(new Set(answers.map(({ headers }) => headers['cache-control']))).toEqual(new Set(['no-store']));
    });

    it('logs no address, code, token or cookie', async () => {
      const browser = await site.member(ada);
      await browser.call('GET', '/api/account/export');
      await browser.call('POST', '/api/auth/signin', { email: ada, extra: 1 });
      await browser.call('POST', '/api/auth/signout');
      const log = site.log();
      expect(log).toContain('/api/auth/verify');
      for (const secret of [
        ada,
        'ada@',
        await site.codeTo(ada),
        browser.token!,
        ...browser.cookies.values(),
      ]) {
        expect(log).not.toContain(secret);
      }
    });
  });
}
