import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import type { AccountClient, Answer } from '../../tests/support/accounts/account-client.ts';
import { setTier } from '../../tests/support/accounts/api-keys.ts';
import { holdEvents } from '../../tests/support/accounts/hold-events.ts';
import { holdLocks } from '../../tests/support/accounts/hold-locks.ts';
import { PasskeyDevice } from '../../tests/support/accounts/passkey-device.ts';
import {
  addPasskey,
  requestPasskeyOptions,
  requestSignInOptions,
  sendNewPasskey,
  sendPasskeySignature,
} from '../../tests/support/accounts/passkeys.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { createUserDirectory, type UserDirectory } from './user-directory-service.ts';

const ada = 'ada@example.com';
const eve = 'eve@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`concurrent changes to an account on ${name}`, () => {
    const site = accountAppPerTest(create);
    let users: UserDirectory;
    beforeEach(async () => {
      users = createUserDirectory(site.db, { info: () => undefined });
    });

    /** Runs both: the second starts once the first has done everything but commit. */
    async function interleave<A, B>(
      first: () => Promise<A>,
      second: () => Promise<B>,
    ): Promise<readonly [A, B]> {
      let started: readonly [Promise<A>, Promise<B>] | undefined;
      await holdEvents(site.db, name === 'PostgreSQL', async (blocked) => {
        const one = first();
        await blocked(1);
        const other = second();
        await blocked(2);
        started = [one, other];
      });
      return Promise.all(started!);
    }
    const countSessions = async (userId: string) =>
      (await site.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
    const idOf = async (email: string) =>
      (await site.db.selectFrom('users').select('id').where('proved_email', '=', email).executeTakeFirst())
        ?.id;

    async function changeEmail(client: AccountClient, email: string): Promise<string> {
      site.pass(1000);
      await client.call('POST', '/api/auth/email', { email });
      const body = { email, code: await site.codeTo(email) };
      expect((await client.call('POST', '/api/auth/email/verify', body)).status).toBe(200);
      const texts = (await site.mailsTo(ada)).map(({ text }) => text);
      return texts.flatMap((text) => /\/account\/restore#(\S+)/.exec(text)?.[1] ?? [])[0]!;
    }
    const undo = (token: string) => site.browser().call('POST', '/api/auth/email/undo', { token });
    /** A browser that is ready to sign in but has not done so. */
    async function prepareSignIn(email: string): Promise<() => Promise<Answer>> {
      site.pass(minute);
      const client = site.browser();
      await client.signIn(email);
      const code = await site.codeTo(email);
      return () => client.verify(email, code);
    }

    it('leave a thief without the session opened while the address was being restored', async () => {
      const thief = await site.member(ada);
      const token = await changeEmail(thief, eve);
      const signIn = await prepareSignIn(eve);
      const [undone] = await interleave(() => undo(token), signIn);
      expect(undone.status).toBe(200);
      expect(await countSessions((await idOf(ada))!)).toBe(0);
    });

    it('leave a thief without the address set while the old one was being restored', async () => {
      const thief = await site.member(ada);
      const token = await changeEmail(thief, eve);
      const owner = await idOf(eve);
      site.pass(minute);
      await thief.call('POST', '/api/auth/email', { email: 'mallory@example.com' });
      const body = { email: 'mallory@example.com', code: await site.codeTo('mallory@example.com') };
      const [undone, changed] = await interleave(
        () => undo(token),
        () => thief.call('POST', '/api/auth/email/verify', body),
      );
      expect([undone.status, changed.status]).toEqual([200, 401]);
      expect(await idOf(ada)).toBe(owner);
    });

    it('leave a thief without the API key and passkey added while the address was being restored', async () => {
      const thief = await site.member(ada);
      await setTier(site, ada, 'premium');
      const token = await changeEmail(thief, eve);
      const credential = new PasskeyDevice().create(await requestPasskeyOptions(thief));
      const [undone, answers] = await interleave(
        () => undo(token),
        () =>
          Promise.all([
            thief.call('POST', '/api/keys', { name: 'Script' }),
            sendNewPasskey(thief, credential),
          ]),
      );
      expect([undone.status, ...answers.map(({ status }) => status)]).toEqual([200, 401, 401]);
      const left = (table: 'api_keys' | 'passkeys') => site.db.selectFrom(table).select('id').execute();
      expect([await left('api_keys'), await left('passkeys')]).toEqual([[], []]);
    });

    // SQLite answers in the order in which the calls reach it, which this test cannot control.
    it.runIf(name === 'PostgreSQL')(
      'let a thief neither export nor delete the account being restored',
      async () => {
        const thief = await site.member(ada);
        const token = await changeEmail(thief, eve);
        const owner = await idOf(eve);
        const [undone, answers] = await interleave(
          () => undo(token),
          () => Promise.all([thief.call('GET', '/api/account/export'), thief.call('DELETE', '/api/account')]),
        );
        expect([undone.status, ...answers.map(({ status }) => status)]).toEqual([200, 401, 401]);
        expect(await idOf(ada)).toBe(owner);
      },
    );

    it('leave the owner signed in when a thief who is just being signed out signs everybody else out', async () => {
      const thief = await site.member(ada);
      site.pass(minute);
      const owner = site.browser();
      await owner.signIn(ada);
      await owner.verify(ada, await site.codeTo(ada));
      const end = (client: AccountClient) => client.call('DELETE', '/api/auth/sessions');
      const answers = await interleave(
        () => end(owner),
        () => end(thief),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 401]);
      expect((await owner.call('GET', '/api/auth/me')).status).toBe(200);
    });

    it('open no session of an account that is being locked, by code or passkey', async () => {
      const owner = await site.member(ada);
      const device = await addPasskey(owner);
      const byCode = await prepareSignIn(ada);
      const phone = site.browser();
      const signed = device.sign(await requestSignInOptions(phone));
      const [isLocked, answers] = await interleave(
        () => users.lock(ada),
        () => Promise.all([byCode(), sendPasskeySignature(phone, signed)]),
      );
      expect([isLocked, ...answers.map(({ status }) => status)]).toEqual([true, 403, 403]);
      expect(await countSessions((await idOf(ada))!)).toBe(0);
    });

    it('open no session with a passkey that is being deleted', async () => {
      const owner = await site.member(ada);
      const device = await addPasskey(owner);
      const phone = site.browser();
      const signed = device.sign(await requestSignInOptions(phone));
      const [ended, refused] = await interleave(
        () => owner.call('DELETE', '/api/auth/sessions?passkeys=true'),
        () => sendPasskeySignature(phone, signed),
      );
      expect([ended.status, refused.status]).toEqual([204, 400]);
      expect(await countSessions((await idOf(ada))!)).toBe(1);
    });

    it.runIf(name === 'PostgreSQL')(
      'do not deadlock when two accounts exchange their addresses',
      async () => {
        const [one, other] = [await site.member(ada), await site.member(eve)];
        site.pass(minute);
        await one.call('POST', '/api/auth/email', { email: eve });
        await other.call('POST', '/api/auth/email', { email: ada });
        const [adas, eves] = [await site.codeTo(ada), await site.codeTo(eve)];
        const change = (member: AccountClient, email: string, code: string) =>
          member.call('POST', '/api/auth/email/verify', { email, code });
        let changes: Promise<Answer>[] = [];
        await holdLocks(site.db, sql`lock table codes in exclusive mode`, async (blocked) => {
          changes = [change(one, eve, eves), change(other, ada, adas)];
          await blocked(2);
        });
        const answers = await Promise.all(changes);
        expect(answers.map(({ status }) => status)).toEqual([409, 409]);
      },
    );

    it('do not deadlock when an account is deleted while someone signs in to it', async () => {
      await site.member(ada);
      site.pass(day);
      const signIn = await prepareSignIn(ada);
      const [isRemoved, answer] = await Promise.all([users.remove(ada), signIn()]);
      expect(isRemoved).toBe(true);
      expect([200, 400]).toContain(answer.status);
    });
  });
}
