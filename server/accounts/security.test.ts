import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { transact } from '#server/platform/database/transact.ts';
import { day, minute } from '../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { me } from '../../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { programWith, setTier } from '../../tests/support/accounts/api-keys.ts';
import { addPasskey, insertPasskey, signInWith } from '../../tests/support/accounts/passkeys.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { addSecurityEvent } from './security-events/store.ts';
import { createUserDirectory } from './user-directory-service.ts';

const ada = 'ada@example.com';
const eve = 'eve@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the security of an account on ${name}`, () => {
    const site = accountAppPerTest(create);

    const status = async (client: AccountClient, path = '/api/auth/me') =>
      (await client.call('GET', path)).status;
    async function changeEmail(client: AccountClient, email: string): Promise<void> {
      site.pass(1000);
      expect((await client.call('POST', '/api/auth/email', { email })).status).toBe(200);
      const body = { email, code: await site.codeTo(email) };
      expect((await client.call('POST', '/api/auth/email/verify', body)).status).toBe(200);
    }
    async function undoLink(email: string): Promise<string> {
      const mails = (await site.mailsTo(email)).map(({ text }) => text);
      return mails.flatMap((text) => /\/account\/restore#(\S+)/.exec(text)?.[1] ?? [])[0]!;
    }
    const undo = (token: string) => site.browser().call('POST', '/api/auth/email/undo', { token });
    async function signInElsewhere(email: string): Promise<AccountClient> {
      site.pass(minute);
      const client = site.browser();
      await client.signIn(email);
      expect((await client.verify(email, await site.codeTo(email))).status).toBe(200);
      return client;
    }
    const events = async (client: AccountClient) =>
      (
        (await client.call('GET', '/api/auth/events')).body as unknown as { kind: string; count: number }[]
      ).map(({ kind, count }) => [kind, count]);

    it('ends the other sessions when the address changes', async () => {
      const phone = await site.member(ada);
      const laptop = await signInElsewhere(ada);
      await changeEmail(laptop, eve);
      expect([await status(laptop), await status(phone)]).toEqual([200, 401]);
    });

    it('lets the old mailbox restore the address within 72 hours, once', async () => {
      const thief = await site.member(ada);
      await changeEmail(thief, eve);
      const token = await undoLink(ada);
      site.pass(3 * day - 1000);
      expect((await undo(token)).status).toBe(200);
      expect(await status(thief)).toBe(401);
      expect((await undo(token)).status).toBe(404);
      expect(await me(await signInElsewhere(ada))).toMatchObject({ email: ada, verified: true });
    });

    it('deletes passkeys and API keys when restoring, because the thief may have added them', async () => {
      const thief = await site.member(ada);
      await setTier(site, ada, 'premium');
      const added = (await thief.call('POST', '/api/keys', { name: 'Mine' })).body as { key: string };
      const program = programWith(site, added.key);
      const user = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      await insertPasskey(site.db, user.id);
      await changeEmail(thief, eve);
      expect(await status(program, '/api/watchlist')).toBe(200);
      expect((await undo(await undoLink(ada))).status).toBe(200);
      expect(await status(program, '/api/watchlist')).toBe(401);
      expect(await site.db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
      const { body } = await (await signInElsewhere(ada)).call('GET', '/api/auth/events');
      // Each event has the browser in which the link was opened.
      const restoring = ['email_restored', 'passkey_removed', 'api_key_removed'].map((kind) =>
        expect.objectContaining({ kind, userAgent: 'Test browser' }),
      );
      expect(body).toEqual(expect.arrayContaining(restoring));
    });

    it('does not restore the address after 72 hours, or with an invalid link', async () => {
      const owner = await site.member(ada);
      await changeEmail(owner, eve);
      const token = await undoLink(ada);
      site.pass(3 * day);
      expect([(await undo(token)).status, (await undo('made-up')).status]).toEqual([404, 404]);
      expect(await me(owner)).toMatchObject({ email: eve });
    });

    it('lets the first owner undo a series of changes, and nobody after that', async () => {
      const thief = await site.member(ada);
      await changeEmail(thief, eve);
      const fromAda = await undoLink(ada);
      await changeEmail(thief, 'mallory@example.com');
      const fromEve = await undoLink(eve);
      expect((await undo(fromAda)).status).toBe(200);
      expect((await undo(fromEve)).status).toBe(404);
      expect(await me(await signInElsewhere(ada))).toMatchObject({ email: ada });
    });

    it('mails a link for each change, even a change back, and gives the earliest mailbox the last word', async () => {
      const thief = await site.member(ada);
      await changeEmail(thief, eve);
      await changeEmail(thief, 'mallory@example.com');
      const fromEve = await undoLink(eve);
      site.pass(2 * day);
      await thief.signIn('mallory@example.com');
      await thief.verify('mallory@example.com', await site.codeTo('mallory@example.com'));
      await changeEmail(thief, ada);
      expect((await undo(fromEve)).status).toBe(404);
      site.pass(3 * day - minute);
      const fromMallory = await undoLink('mallory@example.com');
      expect((await undo(fromMallory)).status).toBe(200);
      expect(await status(thief)).toBe(401);
      site.pass(2 * day);
      expect((await undo(await undoLink(ada))).status).toBe(200);
      expect((await undo(fromMallory)).status).toBe(404);
      expect(await me(await signInElsewhere(ada))).toMatchObject({ email: ada });
    });

    it('mails the link to the address that is replaced, though another change of it came first', async () => {
      const client = site.plainClient();
      await client.signUp(ada);
      site.pass(1000);
      await client.verify(ada, await site.codeTo(ada));
      const request = async (email: string) => {
        site.pass(1000);
        const { body } = await client.call('POST', '/api/auth/email', { email });
        return { email, code: await site.codeTo(email), challenge: body.challenge };
      };
      const change = (body: object) =>
        client.call('POST', '/api/auth/email/verify', body, { 'content-type': 'application/json' });
      const [first, second] = [await request(eve), await request('mallory@example.com')];
      async function* sendAfterFirst() {
        const text = JSON.stringify(second);
        yield text.slice(0, 1);
        expect((await change(first)).status).toBe(200);
        yield text.slice(1);
      }
      expect((await change(Readable.from(sendAfterFirst()))).body).toMatchObject({ code: 'conflict' });
      expect((await change(second)).status).toBe(200);
      expect(await undoLink(eve)).toBeDefined();
    });

    it('keeps the earliest link while the address goes back and forth', async () => {
      const thief = await site.member(ada);
      await changeEmail(thief, eve);
      const fromAda = await undoLink(ada);
      for (const email of ['mallory@example.com', eve, 'mallory@example.com', eve]) {
        site.pass(minute);
        await changeEmail(thief, email);
        expect(await undoLink(email === eve ? 'mallory@example.com' : eve)).toBeDefined();
      }
      expect((await undo(fromAda)).status).toBe(200);
      for (const email of [eve, 'mallory@example.com'])
        expect((await undo(await undoLink(email))).status).toBe(404);
      expect(await me(await signInElsewhere(ada))).toMatchObject({ email: ada });
    });

    it('refuses every sign-in and call of a locked account', async () => {
      const owner = await site.member(ada);
      await setTier(site, ada, 'premium');
      const { key } = (await owner.call('POST', '/api/keys', { name: 'Script' })).body as { key: string };
      const program = programWith(site, key);
      const users = createUserDirectory(site.db, { info: () => undefined });
      expect(await users.lock(ada)).toBe(true);
      expect([await status(owner), await status(program, '/api/watchlist')]).toEqual([401, 401]);
      site.pass(minute);
      const other = site.browser();
      expect((await other.signIn(ada)).status).toBe(200);
      const refused = await other.verify(ada, await site.codeTo(ada));
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'This account is locked. Please contact support.',
      ]);
      expect(await users.unlock(ada)).toBe(true);
      expect(await status(program, '/api/watchlist')).toBe(200);
      expect(await status(await signInElsewhere(ada))).toBe(200);
      expect(await users.lock(eve)).toBe(false);
    });

    it('lets the operator change the address, which ends its sessions', async () => {
      const owner = await site.member(ada);
      await site.member('bob@example.com');
      const users = createUserDirectory(site.db, { info: () => undefined });
      expect(await users.updateEmail(ada, 'bob@example.com')).toBe('taken');
      expect(await users.updateEmail(eve, ada)).toBe('unknown');
      expect(await status(owner)).toBe(200);
      expect(await users.updateEmail(ada, eve)).toBe('updated');
      expect(await status(owner)).toBe(401);
      expect(await me(await signInElsewhere(eve))).toMatchObject({ email: eve });
    });

    it('requires a fresh proof for an export once the address is verified', async () => {
      const owner = await site.member(ada);
      expect(await status(owner, '/api/account/export')).toBe(200);
      site.pass(11 * minute);
      const answer = await owner.call('GET', '/api/account/export');
      expect([answer.status, answer.body.code]).toEqual([403, 'verification_required']);
    });

    it('supports read-only keys and keys that expire', async () => {
      const owner = await site.member(ada);
      await setTier(site, ada, 'premium');
      const coin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
      const expiresAt = new Date(site.clock.now() + day).toISOString();
      const wanted = { name: 'Reader', access: 'read', expiresAt };
      const { status: added, body } = await owner.call('POST', '/api/keys', wanted);
      const key = String(body.key);
      expect([added, body.access, body.lastFour, body.expiresAt]).toEqual([
        201,
        'read',
        key.slice(-4),
        expiresAt,
      ]);
      const program = programWith(site, key);
      expect(await status(program, '/api/watchlist')).toBe(200);
      const refused = await program.call('POST', '/api/watchlist', coin);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect((await program.call('DELETE', '/api/watchlist/bitcoin')).status).toBe(403);
      site.pass(day);
      expect(await status(program, '/api/watchlist')).toBe(401);
      const late = { name: 'Late', expiresAt: new Date(site.clock.now()).toISOString() };
      await owner.signIn(ada);
      await owner.verify(ada, await site.codeTo(ada));
      expect((await owner.call('POST', '/api/keys', late)).body.issues).toEqual([
        { path: 'expiresAt', message: 'Must be in the future' },
      ]);
      // Its offset takes it into the year 10000, which no answer could express.
      const never = { name: 'Never', expiresAt: '9999-12-31T23:59:59-14:00' };
      expect((await owner.call('POST', '/api/keys', never)).status).toBe(400);
    });

    it('lets the owner sign out everywhere else, deleting keys and passkeys on request', async () => {
      const phone = await site.member(ada);
      await setTier(site, ada, 'premium');
      const { key } = (await phone.call('POST', '/api/keys', { name: 'Script' })).body as { key: string };
      const program = programWith(site, key);
      const laptop = await signInElsewhere(ada);
      expect((await laptop.call('DELETE', '/api/auth/sessions')).status).toBe(204);
      expect([await status(phone), await status(program, '/api/watchlist')]).toEqual([401, 200]);
      const also = '/api/auth/sessions?apiKeys=true&passkeys=true';
      site.pass(11 * minute);
      expect((await laptop.call('DELETE', also)).body.code).toBe('verification_required');
      expect((await laptop.call('DELETE', '/api/auth/sessions?apiKeys=true')).status).toBe(204);
      expect([await status(laptop), await status(program, '/api/watchlist')]).toEqual([200, 401]);
    });

    it('shows its last 50 events, and logs each without an address', async () => {
      const owner = await site.member(ada);
      site.pass(1000);
      await owner.call('GET', '/api/account/export');
      const other = await site.member(eve);
      site.pass(1000);
      const guesser = site.browser();
      await guesser.signIn(ada);
      for (let i = 0; i < 3; i++) await guesser.verify(ada, '0000-0000');
      expect(await events(owner)).toEqual([
        ['exported', 1],
        ['signed_in', 1],
      ]);
      expect(await events(other)).toEqual([['signed_in', 1]]);
      const [{ id: userId }] = (await site.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', ada)
        .execute()) as [{ id: string }];
      await transact(site.db, async (tx) => {
        for (let i = 0; i < 60; i++)
          await addSecurityEvent(tx, { userId, kind: 'tier_changed', userAgent: '' }, site.clock.now() + i);
      });
      expect(await events(owner)).toEqual(Array(50).fill(['tier_changed', 1]));
      const lines = site
        .log()
        .split('\n')
        .filter((line) => line.includes('a security event'));
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.join()).toContain('"event":"exported"');
      for (const secret of [ada, eve, owner.token!]) expect(site.log()).not.toContain(secret);
    });

    it('counts repeatable events, so a thief cannot push the sign-in off the list', async () => {
      const owner = await site.member(ada);
      for (let i = 0; i < 60; i++) {
        site.pass(1);
        await owner.call('DELETE', '/api/auth/sessions');
      }
      site.pass(1);
      await owner.call('GET', '/api/account/export');
      await owner.call('GET', '/api/account/export');
      for (const email of [eve, 'mallory@example.com', ada]) await changeEmail(owner, email);
      expect(await events(owner)).toEqual([
        ['email_changed', 3],
        ['exported', 2],
        ['sessions_ended', 60],
        ['signed_in', 1],
      ]);
      const logged = site.log().split('"event":"sessions_ended"');
      expect(logged).toHaveLength(61);
      site.pass(day + 1);
      await owner.call('DELETE', '/api/auth/sessions');
      expect((await events(owner)).filter(([kind]) => kind === 'sessions_ended')).toEqual([
        ['sessions_ended', 1],
        ['sessions_ended', 60],
      ]);
    });

    it('counts sign-ins beyond ten a day, so a thief with a passkey cannot push its addition off the list', async () => {
      const owner = await site.member(ada);
      site.pass(1000);
      const device = await addPasskey(owner);
      const thief = site.browser();
      for (let i = 0; i < 60; i++) {
        site.pass(4 * minute);
        expect((await signInWith(thief, device)).status).toBe(200);
      }
      expect(await events(owner)).toEqual([
        ['signed_in_with_passkey', 51],
        ...Array(9).fill(['signed_in_with_passkey', 1]),
        ['passkey_added', 1],
        ['signed_in', 1],
      ]);
    });

    it('mails a notice of a sign-in from a new browser, and from no other', async () => {
      const owner = await site.member(ada);
      const notices = async () =>
        (await site.mailsTo(ada)).filter(({ subject }) => subject.startsWith('New sign-in')).length;
      expect(await notices()).toBe(0);
      await owner.call('POST', '/api/auth/signout');
      owner.token = undefined;
      site.pass(minute);
      await owner.signIn(ada);
      await owner.verify(ada, await site.codeTo(ada));
      expect(await notices()).toBe(0);
      await signInElsewhere(ada);
      expect(await notices()).toBe(1);
    });
  });
}
