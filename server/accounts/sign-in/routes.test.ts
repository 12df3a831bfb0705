import { describe, expect, it } from 'vitest';
import { minute } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import { me, watch, watched } from '../../../tests/support/accounts/account-calls.ts';
import { testDatabases } from '../../../tests/support/databases.ts';

const ada = 'ada@example.com';

const notValid = 'That code is not valid or has expired.';
const invalidCode = {
  message: notValid,
  code: 'invalid_code',
  issues: [{ path: '', message: notValid }],
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`accounts on ${name}`, () => {
    const site = accountAppPerTest(create);

    describe('signing up', () => {
      it('opens an unverified account in this browser immediately, and e-mails a code', async () => {
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
          displayCurrency: 'usd',
        });
        const [mail] = await site.mailsTo(ada);
        expect(mail?.text).toMatch(/^Welcome to Altimeter/);
        expect((await browser.call('GET', '/api/portfolios')).body).toMatchObject([{ name: 'Main' }]);
      });

      it('gives a second browser with the same address no access to the first account', async () => {
        const first = site.browser();
        await first.signUp(ada);
        await watch(first, 'bitcoin');
        const second = site.browser();
        await second.signUp(ada);
        expect(await watched(second)).toEqual([]);
        expect((await me(second)).id).not.toBe((await me(first)).id);
      });

      it('e-mails nothing that the sender typed', async () => {
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
        [{ email: ada, firstName: 'Ada', lastName: 'a\u2067b' }, 'Must be plain text'],
      ])('refuses %j', async (payload, message) => {
        const answer = await site.browser().call('POST', '/api/auth/signup', payload);
        expect(answer).toMatchObject({ status: 400, body: { message, code: 'invalid_request' } });
      });

      it('refuses unknown fields', async () => {
        const payload = { email: ada, firstName: 'Ada', lastName: 'L', tier: 'premium' };
        expect((await site.browser().call('POST', '/api/auth/signup', payload)).status).toBe(400);
      });
    });

    describe('verifying the address', () => {
      it('keeps the account, its coins and its browser', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        await watch(browser, 'bitcoin');
        const before = await me(browser);
        expect((await browser.verify(ada, await site.codeTo(ada))).status).toBe(200);
        expect(await me(browser)).toEqual({ ...before, verified: true });
        expect(await watched(browser)).toEqual(['bitcoin']);
      });

      it('signs out anyone who signed up with the address before, even in the same browser', async () => {
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

      it('accepts the code however it is typed', async () => {
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

      it('refuses even the right code after five wrong ones, with the same answer', async () => {
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

      it('lets only one of many concurrent requests use a code', async () => {
        const browser = site.browser();
        await browser.signUp(ada);
        const code = await site.codeTo(ada);
        const tries = Array.from({ length: 5 }, () => browser.verify(ada, code));
        const answers = await Promise.all(tries);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      });

      it('stores neither codes nor secrets in plain text', async () => {
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
