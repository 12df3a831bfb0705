import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { day, minute } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import { me } from '../../../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { createCodeStore } from '../sign-in/code-store.ts';

const ada = 'ada@example.com';
const next = 'ada@new.example';
const refused = { status: 403, body: { code: 'verification_required' } };

const askForChange = (client: AccountClient, email = next) =>
  client.call('POST', '/api/auth/email', { email });
const confirmChange = (client: AccountClient, code: string, email = next) =>
  client.call('POST', '/api/auth/email/verify', { email, code });

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`an account on ${name}`, () => {
    const site = accountAppPerTest(create);

    /** On PostgreSQL, tests running concurrently each have a schema. */
    async function findSchema(): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(site.db);
      return rows[0]?.name;
    }

    /** The names of the tables that contain any of the texts. */
    async function findInTables(...texts: string[]): Promise<string[]> {
      // Introspection fails if another test's schema is dropped while it runs.
      const tables = await vi.waitFor(() => site.db.introspection.getTables());
      const own = tables.some(({ schema }) => schema) ? await findSchema() : undefined;
      const names = tables.filter(({ schema }) => schema === own).map((table) => table.name as keyof Tables);
      const dumps = await Promise.all(
        names.map(async (table) => ({
          table,
          rows: JSON.stringify(await site.db.selectFrom(table).selectAll().execute()),
        })),
      );
      return dumps.filter(({ rows }) => texts.some((text) => rows.includes(text))).map(({ table }) => table);
    }

    it('changes its name', async () => {
      const browser = await site.member(ada);
      const names = { firstName: 'Augusta', lastName: 'King' };
      expect((await browser.call('PUT', '/api/auth/me', names)).body).toMatchObject(names);
      expect(await me(browser)).toMatchObject(names);
      expect((await browser.call('PUT', '/api/auth/me', { firstName: 'A' })).status).toBe(400);
    });

    it('changes its address with a code from the new one, and notifies the old one', async () => {
      const browser = await site.member(ada);
      site.pass(minute);
      expect((await askForChange(browser)).status).toBe(200);
      expect(await me(browser)).toMatchObject({ email: ada });
      expect((await confirmChange(browser, '0000-0000')).status).toBe(400);
      const answer = await confirmChange(browser, await site.codeTo(next));
      expect([answer.status, answer.body]).toEqual([200, { token: browser.token }]);
      expect(await me(browser)).toMatchObject({ email: next, verified: true });
      expect((await site.mailsTo(ada))[0]).toMatchObject({
        subject: 'The email address of your Altimeter account was changed',
      });
      site.pass(1000);
      const other = site.browser();
      await other.signIn(next);
      await other.verify(next, await site.codeTo(next));
      expect((await me(other)).id).toBe((await me(browser)).id);
    });

    it('does not change its address with a sign-in code or the code of another account', async () => {
      const browser = await site.member(ada);
      await browser.signIn(next);
      expect((await confirmChange(browser, await site.codeTo(next))).status).toBe(400);
      const eve = await site.member('eve@example.com');
      site.pass(minute);
      await askForChange(eve);
      for (const [cookie, value] of eve.cookies) {
        if (cookie.endsWith('challenge')) browser.cookies.set(cookie, value);
      }
      expect((await confirmChange(browser, await site.codeTo(next))).status).toBe(400);
      site.pass(minute);
      await askForChange(browser, 'third@example.com');
      const code = await site.codeTo('third@example.com');
      expect((await browser.verify('third@example.com', code)).status).toBe(400);
    });

    it('refuses the address of another account only after the mailbox is verified', async () => {
      await site.member('bob@example.com');
      const browser = await site.member(ada);
      site.pass(minute);
      const taken = await askForChange(browser, 'bob@example.com');
      const free = await askForChange(browser, 'free@example.com');
      expect([taken.status, taken.text]).toEqual([free.status, free.text]);
      site.pass(1000);
      await askForChange(browser, 'bob@example.com');
      const answer = await confirmChange(browser, await site.codeTo('bob@example.com'), 'bob@example.com');
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
      expect((await askForChange(browser, ada)).status).toBe(409);
    });

    it('needs a fresh proof for changing its address or being deleted', async () => {
      const browser = await site.member(ada);
      site.pass(10 * minute);
      expect(await askForChange(browser)).toMatchObject(refused);
      expect(await browser.call('DELETE', '/api/account')).toMatchObject(refused);
      await browser.signIn(ada);
      await browser.verify(ada, await site.codeTo(ada));
      expect((await askForChange(browser)).status).toBe(200);
      expect((await browser.call('DELETE', '/api/account')).status).toBe(204);
    });

    it('does not accept a proof from the future after the clock was set back', async () => {
      const browser = await site.member(ada);
      site.pass(-10 * minute);
      expect(await askForChange(browser)).toMatchObject(refused);
    });

    it('treats the code from the new address as a fresh proof', async () => {
      const browser = await site.member(ada);
      site.pass(9 * minute);
      await askForChange(browser);
      await confirmChange(browser, await site.codeTo(next));
      site.pass(9 * minute);
      expect((await askForChange(browser, 'third@example.com')).status).toBe(200);
    });

    it('cannot change its address before the first one is verified', async () => {
      const browser = site.browser();
      await browser.signUp(ada);
      expect(await askForChange(browser)).toMatchObject(refused);
    });

    it('exports everything stored about it', async () => {
      const browser = await site.member(ada);
      await browser.call('POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'x', name: 'x' });
      const holding = { coinId: 'bitcoin', symbol: 'x', name: 'x', amount: '0.100', purchasePrice: '1.50' };
      await browser.call('POST', '/api/portfolio', holding);
      const answer = await browser.call('GET', '/api/account/export');
      expect(answer.headers['content-disposition']).toContain('attachment');
      expect(answer.body).toMatchObject({
        exportedAt: new Date(site.clock.now()).toISOString(),
        account: { email: ada, firstName: 'Ada', verified: true },
        sessions: [{ current: true }],
        watchlist: [{ coinId: 'bitcoin' }],
        portfolios: [{ name: 'Main', holdings: [{ amount: '0.100', purchasePrice: '1.50' }] }],
      });
    });

    it('leaves no row behind when it is deleted, and is signed out everywhere', async () => {
      await site.browser().signIn(ada);
      site.pass(1000);
      const browser = await site.member(ada);
      const other = await site.member(ada);
      const { id } = (await me(browser)) as { id: string };
      await other.call('POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'x', name: 'x' });
      await other.signIn(ada);
      await askForChange(browser);
      expect((await findInTables(id, ada, next)).length).toBeGreaterThan(4);
      expect((await browser.call('DELETE', '/api/account')).status).toBe(204);
      expect(await findInTables(id, ada, next)).toEqual([]);
      expect((await other.call('GET', '/api/auth/me')).status).toBe(401);
    });

    it('leaves no row behind when it is deleted unverified, except a code until it expires', async () => {
      const browser = site.browser();
      await browser.signUp(ada);
      await browser.signIn(ada);
      expect((await findInTables(ada)).length).toBeGreaterThan(2);
      expect((await browser.call('DELETE', '/api/account')).status).toBe(204);
      expect(await findInTables(ada)).toEqual(['codes']);
      site.pass(10 * minute);
      await createCodeStore(site.db, site.clock).removeExpired();
      expect(await findInTables(ada)).toEqual([]);
    });

    it('is deleted without a proof while unverified, without touching other data of the address', async () => {
      const owner = await site.member(ada);
      const stranger = site.browser();
      await stranger.signUp(ada);
      const { id } = (await me(stranger)) as { id: string };
      await owner.signIn(ada);
      expect((await stranger.call('DELETE', '/api/account')).status).toBe(204);
      expect(await findInTables(id)).toEqual([]);
      expect(await me(owner)).toMatchObject({ email: ada });
      expect((await owner.verify(ada, await site.codeTo(ada))).status).toBe(200);
    });

    it('keeps its data over 400 days without use once verified', async () => {
      await site.member(ada);
      site.pass(400 * day);
      const browser = site.browser();
      await browser.signIn(ada);
      await browser.verify(ada, await site.codeTo(ada));
      expect(await me(browser)).toMatchObject({ firstName: 'Ada' });
    });
  });
}
