import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { minute } from '../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { me, watch, watched } from '../../tests/support/accounts/account-calls.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { testDatabases } from '../../tests/support/databases.ts';

const ada = 'ada@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`signing in on ${name}`, () => {
    const site = accountAppPerTest(create);

    it('works after signing out, and the data is still there', async () => {
      const browser = await site.member(ada);
      await watch(browser, 'bitcoin');
      expect((await browser.call('POST', '/api/auth/signout')).status).toBe(204);
      expect((await browser.call('GET', '/api/watchlist')).status).toBe(401);
      const other = site.browser();
      expect((await other.signIn(ada)).status).toBe(200);
      await other.verify(ada, await site.codeTo(ada));
      expect(await watched(other)).toEqual(['bitcoin']);
    });

    it('verifies the account created in this browser, even after signing out', async () => {
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

    it('ignores the account of another person in the same browser', async () => {
      const browser = site.browser();
      await browser.signUp('bob@example.com');
      await watch(browser, 'bitcoin');
      await browser.call('POST', '/api/auth/signout');
      await browser.signIn(ada);
      await browser.verify(ada, await site.codeTo(ada));
      expect(await watched(browser)).toEqual([]);
    });

    it('merges the session’s unverified account, whatever its address', async () => {
      const browser = site.browser();
      await browser.signUp('ada@exmaple.com');
      await watch(browser, 'bitcoin');
      await browser.signIn(ada);
      await browser.verify(ada, await site.codeTo(ada));
      expect(await me(browser)).toMatchObject({ email: ada, firstName: 'Ada', verified: true });
      expect(await watched(browser)).toEqual(['bitcoin']);
    });

    it('merges what was added since signing up again into the existing account', async () => {
      const phone = await site.member(ada);
      await watch(phone, 'bitcoin');
      site.pass(1000);
      const laptop = site.browser();
      await laptop.signUp(ada, 'Other');
      await watch(laptop, 'ethereum');
      await laptop.call('POST', '/api/portfolio', {
        coinId: 'ethereum',
        symbol: 'x',
        name: 'x',
        amount: '0.10',
      });
      expect((await site.mailsTo(ada))[0]?.text).toMatch(/^You already have an account at Altimeter/);
      await laptop.verify(ada, await site.codeTo(ada));
      expect(await me(laptop)).toEqual(await me(phone));
      expect(await watched(phone)).toEqual(['bitcoin', 'ethereum']);
      expect((await phone.call('GET', '/api/portfolio')).body).toMatchObject([{ amount: '0.10' }]);
      expect(await site.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    });

    it('ignores unverified accounts of other browsers', async () => {
      const stranger = site.browser();
      await stranger.signUp(ada);
      await watch(stranger, 'ethereum');
      site.pass(minute);
      const owner = await site.member(ada);
      expect(await watched(owner)).toEqual([]);
      expect(await me(stranger)).toMatchObject({ verified: false });
      expect(await watched(stranger)).toEqual(['ethereum']);
    });

    it('creates an account if the verified address has none', async () => {
      const browser = site.browser();
      await browser.signIn(ada);
      await browser.verify(ada, await site.codeTo(ada));
      expect(await me(browser)).toMatchObject({ email: ada, firstName: '', verified: true });
      expect((await browser.call('GET', '/api/portfolios')).body).toMatchObject([{ name: 'Main' }]);
    });

    it('creates one account when two browsers verify the address concurrently', async () => {
      const browsers = [site.browser(), site.browser(), site.browser()];
      const codes: string[] = [];
      for (const browser of browsers) {
        await browser.signIn(ada);
        // A browser that has used up its tries gets a new code.
        for (let i = 0; i < 5; i++) await browser.verify(ada, '0000-0000');
        site.pass(1000);
        await browser.signIn(ada);
        codes.push(await site.codeTo(ada));
        site.pass(1000);
      }
      const answers = await Promise.all(browsers.map((browser, index) => browser.verify(ada, codes[index]!)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await site.db.selectFrom('users').select('email').execute()).toEqual([{ email: ada }]);
    });

    it.skipIf(name === 'SQLite')('finds the account that another server creates meanwhile', async () => {
      const browser = site.browser();
      await browser.signIn(ada);
      const code = await site.codeTo(ada);
      const made = Promise.withResolvers<number>();
      const isBlocking = Promise.withResolvers<void>();
      const other = site.db.transaction().execute(async (tx) => {
        const id = await addUser(tx);
        await tx.updateTable('users').set({ email: ada, proved_email: ada }).where('id', '=', id).execute();
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        made.resolve(rows[0]!.pid);
        await isBlocking.promise;
        return id;
      });
      const pid = await made.promise;
      const verified = browser.verify(ada, code);
      const waiting = sql`select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
      const isThere = async () => expect((await waiting.execute(site.db)).rows).toHaveLength(1);
      await vi.waitFor(isThere, { timeout: 10_000 }).finally(isBlocking.resolve);
      const id = await other;
      expect((await verified).status).toBe(200);
      expect((await me(browser)).id).toBe(id);
    });

    it('returns the token immediately only to a visitor signed in to that account', async () => {
      const browser = await site.member(ada);
      expect((await browser.signIn(ada)).body).toHaveProperty('token', browser.token);
      expect((await browser.signIn('bob@example.com')).body).not.toHaveProperty('token');
      const thief = site.browser();
      thief.token = browser.token;
      expect((await thief.signIn(ada)).body).not.toHaveProperty('token');
    });

    describe('whether an address is known', () => {
      const shapeOf = (headers: Readonly<Record<string, unknown>>) => {
        const cookies = [headers['set-cookie'] ?? []].flat();
        return cookies.map((line) => String(line).replace(/=[\w-]{43};/, '=…;'));
      };

      it('cannot be inferred from the response to signing in', async () => {
        await site.member(ada);
        const known = await site.browser().signIn(ada);
        const unknown = await site.browser().signIn('bob@example.com');
        expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
        expect(shapeOf(known.headers)).toEqual(shapeOf(unknown.headers));
        expect(known.headers['content-length']).toBe(unknown.headers['content-length']);
      });

      it('cannot be inferred from the response to signing up', async () => {
        await site.member(ada);
        const known = await site.browser().signUp(ada);
        const unknown = await site.browser().signUp('bob@example.com');
        const hide = (text: string) => text.replace(/"token":"[^"]+"/, '');
        expect([known.status, hide(known.text)]).toEqual([unknown.status, hide(unknown.text)]);
        expect(known.text.length).toBe(unknown.text.length);
        expect(shapeOf(known.headers)).toEqual(shapeOf(unknown.headers));
      });
    });
  });
}
