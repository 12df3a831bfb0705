import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PasskeyRequest } from '#contract/accounts/passkeys.ts';
import { type AccountApp, createAccountApp, minute } from '../../../tests/support/accounts/account-app.ts';
import { me } from '../../../tests/support/accounts/account-calls.ts';
import type { Answer } from '../../../tests/support/accounts/account-client.ts';
import { PasskeyDevice, type PasskeyFaults } from '../../../tests/support/accounts/passkey-device.ts';
import {
  addPasskey,
  listPasskeys,
  passkeyCookie,
  requestPasskeyOptions,
  requestSignInOptions,
  sendNewPasskey,
  sendPasskeySignature,
  signInWith,
} from '../../../tests/support/accounts/passkeys.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';

const ada = 'ada@example.com';
const eve = 'eve@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`signing in with a passkey on ${name}`, () => {
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

    it('opens the account in any browser, as a code does', async () => {
      const owner = await site.member(ada);
      const device = await addPasskey(owner);
      site.pass(minute);
      const browser = site.browser();
      expect((await signInWith(browser, device)).status).toBe(200);
      expect(await me(browser)).toEqual(await me(owner));
      const lastUsedAt = new Date(site.clock.now()).toISOString();
      expect(await listPasskeys(browser)).toMatchObject([{ lastUsedAt }]);
      const thief = site.plainClient();
      thief.token = browser.token;
      expect((await thief.call('GET', '/api/auth/me')).status).toBe(401);
      const kept = ['__Host-altimeter-browser', '__Host-altimeter-session'];
      expect([...browser.cookies.keys()].sort()).toEqual(kept);
    });

    it('counts as a fresh proof, and ends the previous session of the browser', async () => {
      const browser = await site.member(ada);
      const device = await addPasskey(browser);
      site.pass(11 * minute);
      const change = () => browser.call('POST', '/api/auth/email', { email: 'ada@new.example' });
      expect((await change()).status).toBe(403);
      await signInWith(browser, device);
      expect((await change()).status).toBe(200);
      expect((await browser.call('GET', '/api/auth/sessions')).body).toHaveLength(1);
    });

    it('merges the unverified account of the browser', async () => {
      const device = await addPasskey(await site.member(ada));
      const browser = site.browser();
      await browser.signUp(eve);
      await browser.call('POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'x', name: 'x' });
      await signInWith(browser, device);
      expect((await browser.call('GET', '/api/watchlist')).body).toMatchObject([{ coinId: 'bitcoin' }]);
      expect(await me(browser)).toMatchObject({ email: ada });
      expect(await site.db.selectFrom('users').select('email').execute()).toEqual([{ email: ada }]);
    });

    it('keeps the code the browser is waiting for', async () => {
      const device = await addPasskey(await site.member(ada));
      const browser = site.browser();
      site.pass(1000);
      await browser.signIn(ada);
      expect((await signInWith(browser, device, { isVerified: false })).status).toBe(400);
      expect((await browser.verify(ada, await site.codeTo(ada))).status).toBe(200);
    });

    it('gives every failure the same response', async () => {
      const owner = await site.member(ada);
      const device = await addPasskey(owner);
      const foreign = await addPasskey(await site.member(eve));
      const signWithFaults = (faults: PasskeyFaults) => signInWith(site.browser(), device, faults);
      const late = site.browser();
      const lateRequest = await requestSignInOptions(late);

      const used = site.browser();
      const request = await requestSignInOptions(used);
      const secret = used.cookies.get(passkeyCookie)!;
      expect((await sendPasskeySignature(used, device.sign(request))).status).toBe(200);
      used.cookies.set(passkeyCookie, secret);

      const mixed = site.browser();
      const { id, rawId } = device.sign(request);
      const mixture = foreign.sign(await requestSignInOptions(mixed), { userHandle: device.userHandle });
      const other = site.browser();
      await requestSignInOptions(other);
      const adding = {
        ...(await requestPasskeyOptions(owner)),
        rpId: 'localhost',
      } as unknown as PasskeyRequest;
      const answers: Record<string, Answer> = {
        site: await signWithFaults({ origin: 'https://evil.example' }),
        host: await signWithFaults({ rpId: 'evil.example' }),
        challenge: await signWithFaults({ challenge: 'AAAA' }),
        type: await signWithFaults({ type: 'webauthn.create' }),
        absent: await signWithFaults({ isPresent: false }),
        unchecked: await signWithFaults({ isVerified: false }),
        nobody: await signWithFaults({ userHandle: undefined }),
        somebodyElse: await signWithFaults({ userHandle: foreign.userHandle }),
        unknown: await signInWith(site.browser(), new PasskeyDevice()),
        noCookie: await sendPasskeySignature(site.browser(), device.sign(request)),
        usedUp: await sendPasskeySignature(used, device.sign(request)),
        otherBrowser: await sendPasskeySignature(
          other,
          device.sign(await requestSignInOptions(site.browser())),
        ),
        wrongKey: await sendPasskeySignature(mixed, { ...mixture, id, rawId }),
        addingOne: await sendPasskeySignature(owner, device.sign(adding)),
      };
      site.pass(5 * minute);
      answers.late = await sendPasskeySignature(late, device.sign(lateRequest));
      const message = 'That passkey did not work. Please try again, or sign in with a code.';
      const refusal = { message, code: 'invalid_code', issues: [{ path: '', message }] };
      const expected = Object.keys(answers).map((what) => [what, 400, JSON.stringify(refusal)]);
      expect(Object.entries(answers).map(([what, { status, text }]) => [what, status, text])).toEqual(
        expected,
      );
    });

    it('is refused if the counter did not grow, because the passkey may have been cloned', async () => {
      const device = await addPasskey(await site.member(ada));
      const statuses = [];
      for (const count of [5, 5, 4, 0, 4_294_967_295]) {
        statuses.push((await signInWith(site.browser(), device, { count })).status);
      }
      expect(statuses).toEqual([200, 400, 400, 400, 200]);
    });

    it('works repeatedly with an authenticator without a counter', async () => {
      const browser = await site.member(ada);
      const device = new PasskeyDevice();
      device.count = null;
      await sendNewPasskey(browser, device.create(await requestPasskeyOptions(browser)));
      expect((await signInWith(site.browser(), device)).status).toBe(200);
      expect((await signInWith(site.browser(), device)).status).toBe(200);
    });

    it('accepts an assertion once, even when it arrives many times concurrently', async () => {
      const device = await addPasskey(await site.member(ada));
      const browser = site.browser();
      const signed = device.sign(await requestSignInOptions(browser));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendPasskeySignature(browser, signed)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    });

    it('shares a limit with signing in by code', async () => {
      await site.app.close();
      site = await createAccountApp(database, {});
      const statuses = [];
      for (let count = 0; count < 21; count += 1) {
        const answer = await site.browser().call('POST', '/api/auth/signin/passkey/options');
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array(20).fill(200), 429]);
      expect((await site.browser().signIn(ada)).status).toBe(429);
      expect((await site.browser('10.0.0.1').signIn(ada)).status).toBe(200);
    });
  });
}
