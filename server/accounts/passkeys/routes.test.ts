import { describe, expect, it } from 'vitest';
import { minute } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import { PasskeyDevice, type PasskeyFaults } from '../../../tests/support/accounts/passkey-device.ts';
import {
  addPasskey,
  insertPasskey,
  listPasskeys,
  passkeyCookie,
  requestPasskeyOptions,
  sendNewPasskey,
  signInWith,
} from '../../../tests/support/accounts/passkeys.ts';
import { testDatabases } from '../../../tests/support/databases.ts';

const ada = 'ada@example.com';
const eve = 'eve@example.com';
const needsProof = { status: 403, body: { code: 'verification_required' } };
const notAdded = {
  status: 400,
  body: { message: 'The passkey could not be added. Please try again.', code: 'invalid_code' },
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`passkeys on ${name}`, () => {
    const site = accountAppPerTest(create);

    describe('are added', () => {
      it('with options bound to this host that require user verification', async () => {
        const browser = await site.member(ada);
        expect(await requestPasskeyOptions(browser)).toMatchObject({
          rp: { id: 'localhost', name: 'Altimeter' },
          user: { name: ada, displayName: 'Ada Lovelace' },
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
          excludeCredentials: [],
        });
        expect(browser.setCookies.at(-1)).toMatch(
          /^__Host-altimeter-passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        );
      });

      it('and listed, newest first, and not created twice on one authenticator', async () => {
        const browser = await site.member(ada);
        const phone = await addPasskey(browser, ' Phone ');
        site.pass(1000);
        await addPasskey(browser, 'Key');
        expect(await listPasskeys(browser)).toEqual([
          expect.objectContaining({ name: 'Key' }),
          {
            id: expect.any(String),
            name: 'Phone',
            createdAt: new Date(site.clock.now() - 1000).toISOString(),
            lastUsedAt: null,
          },
        ]);
        expect((await requestPasskeyOptions(browser)).excludeCredentials).toContainEqual({
          id: phone.id.toString('base64url'),
          type: 'public-key',
          transports: ['internal'],
        });
      });

      it('with a notice by e-mail that contains nothing the sender typed', async () => {
        const browser = await site.member(ada);
        site.pass(1000);
        await addPasskey(browser, 'https://evil.example');
        const [mail] = await site.mailsTo(ada);
        expect(mail?.subject).toBe('A passkey was added to your Altimeter account');
        expect(JSON.stringify(mail)).not.toContain('evil');
      });

      it('only with a fresh proof', async () => {
        const unverified = site.browser();
        await unverified.signUp(eve);
        expect(await unverified.call('POST', '/api/auth/passkeys/options')).toMatchObject(needsProof);
        expect(await listPasskeys(unverified)).toEqual([]);
        const browser = await site.member(ada);
        const made = new PasskeyDevice().create(await requestPasskeyOptions(browser));
        expect(await sendNewPasskey(unverified, made)).toMatchObject(needsProof);
        site.pass(10 * minute);
        expect(await browser.call('POST', '/api/auth/passkeys/options')).toMatchObject(needsProof);
      });

      it('only if they answer the challenge', async () => {
        const browser = await site.member(ada);
        const faults: Record<string, PasskeyFaults> = {
          'of another site': { origin: 'https://evil.example' },
          'of another host': { rpId: 'evil.example' },
          'of another request': { challenge: 'AAAA' },
          'of a sign-in': { type: 'webauthn.get' },
          'without a person': { isPresent: false },
          'without a check of the person': { isVerified: false },
          'with a certificate': { attestation: 'vendor' },
          'with an unknown statement': { attestation: ['apple', new Map()] },
          'with an unexpected statement': { attestation: ['packed', 'none'] },
          'with a wrong signature of its own': {
            attestation: [
              'packed',
              new Map<string, number | Buffer>([
                ['alg', -7],
                ['sig', Buffer.from('a')],
              ]),
            ],
          },
        };
        for (const [what, change] of Object.entries(faults)) {
          const made = new PasskeyDevice().create(await requestPasskeyOptions(browser), change);
          expect({ what, ...(await sendNewPasskey(browser, made)) }).toMatchObject({ what, ...notAdded });
        }
        expect(await listPasskeys(browser)).toEqual([]);
        const own = new PasskeyDevice().create(await requestPasskeyOptions(browser), {
          attestation: 'own key',
        });
        expect((await sendNewPasskey(browser, own)).status).toBe(201);
      });

      it('only under the id in their signed data', async () => {
        const browser = await site.member(ada);
        const made = new PasskeyDevice().create(await requestPasskeyOptions(browser));
        const id = new PasskeyDevice().id.toString('base64url');
        expect(await sendNewPasskey(browser, { ...made, id, rawId: id })).toMatchObject(notAdded);
        expect(await listPasskeys(browser)).toEqual([]);
      });

      it('once, within five minutes, by the requesting browser and account', async () => {
        const browser = await site.member(ada);
        const options = await requestPasskeyOptions(browser);
        const secret = browser.cookies.get(passkeyCookie)!;
        const made = new PasskeyDevice().create(options);
        expect(await sendNewPasskey(await site.member(ada), made)).toMatchObject(notAdded);
        expect((await sendNewPasskey(browser, made)).status).toBe(201);
        browser.cookies.set(passkeyCookie, secret);
        expect(await sendNewPasskey(browser, new PasskeyDevice().create(options))).toMatchObject(notAdded);

        const stranger = await site.member(eve);
        const foreign = new PasskeyDevice().create(await requestPasskeyOptions(browser));
        stranger.cookies.set(passkeyCookie, browser.cookies.get(passkeyCookie)!);
        expect(await sendNewPasskey(stranger, foreign)).toMatchObject(notAdded);

        const late = new PasskeyDevice().create(await requestPasskeyOptions(browser));
        site.pass(5 * minute);
        expect(await sendNewPasskey(browser, late)).toMatchObject(notAdded);
      });

      it('to one account only', async () => {
        const device = await addPasskey(await site.member(ada));
        const stranger = await site.member(eve);
        expect(
          await sendNewPasskey(stranger, device.create(await requestPasskeyOptions(stranger))),
        ).toMatchObject(notAdded);
        expect(await listPasskeys(stranger)).toEqual([]);
      });

      it('up to twenty, even when added concurrently', async () => {
        const browser = await site.member(ada);
        const { id } = (await browser.call('GET', '/api/auth/me')).body as { id: string };
        for (let count = 0; count < 18; count += 1) await insertPasskey(site.db, id);
        const asked = [];
        for (let count = 0; count < 5; count += 1) {
          const made = new PasskeyDevice().create(await requestPasskeyOptions(browser));
          const same = site.browser();
          same.token = browser.token;
          for (const [cookie, value] of browser.cookies) same.cookies.set(cookie, value);
          asked.push(() => sendNewPasskey(same, made));
        }
        const answers = await Promise.all(asked.map((send) => send()));
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
        expect(await listPasskeys(browser)).toHaveLength(20);
        expect((await browser.call('POST', '/api/auth/passkeys/options')).status).toBe(409);
      });
    });

    describe('are deleted', () => {
      it('and stop working immediately', async () => {
        const browser = await site.member(ada);
        const device = await addPasskey(browser);
        const [passkey] = await listPasskeys(browser);
        const url = `/api/auth/passkeys/${passkey!.id}`;
        expect((await browser.call('DELETE', url)).status).toBe(204);
        expect((await browser.call('DELETE', url)).status).toBe(404);
        expect((await signInWith(site.browser(), device)).status).toBe(400);
      });

      it('only with a fresh proof, and by their owner', async () => {
        const owner = await site.member(ada);
        await addPasskey(owner);
        const [passkey] = await listPasskeys(owner);
        const url = `/api/auth/passkeys/${passkey!.id}`;
        expect((await (await site.member(eve)).call('DELETE', url)).status).toBe(404);
        site.pass(10 * minute);
        expect(await owner.call('DELETE', url)).toMatchObject(needsProof);
        expect(await listPasskeys(owner)).toHaveLength(1);
      });

      it('with their account', async () => {
        const browser = await site.member(ada);
        const device = await addPasskey(browser);
        await requestPasskeyOptions(browser);
        expect((await browser.call('DELETE', '/api/account')).status).toBe(204);
        expect(await site.db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
        expect(await site.db.selectFrom('challenges').selectAll().execute()).toEqual([]);
        expect((await signInWith(site.browser(), device)).status).toBe(400);
      });
    });

    it('are exported with their names and times, without their keys', async () => {
      const browser = await site.member(ada);
      const device = await addPasskey(browser, 'Phone');
      const { body, text } = await browser.call('GET', '/api/account/export');
      expect(body.passkeys).toEqual(await listPasskeys(browser));
      expect(text).not.toContain(device.id.toString('base64url'));
    });
  });
}
