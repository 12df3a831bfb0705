import { describe, expect, it } from 'vitest';
import { accountMaximums } from '#contract/plans.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { me } from '../../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { addPasskey, signInWith } from '../../tests/support/accounts/passkeys.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { insertOpenings } from '../../tests/support/portfolio/opening-rows.ts';

const ada = 'ada@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`an account that doesn’t fit into the verified one, on ${name}`, () => {
    const site = accountAppPerTest(create);

    /** Adds a transaction and sets the stored count, as if there were `count`. */
    async function fill(client: AccountClient, count: number, title?: string): Promise<string> {
      const { body } = title
        ? await client.call('POST', '/api/portfolios', { name: title })
        : await client.call('GET', '/api/portfolios');
      const { id } = [body].flat()[0] as { id: string };
      await insertOpenings(site.db, id, 1);
      await setCount(id, count);
      return id;
    }
    const setCount = (id: string, count: number) =>
      site.db.updateTable('portfolios').set({ transaction_count: count }).where('id', '=', id).execute();
    const listRows = () =>
      site.db.selectFrom('transactions').select(['id', 'portfolio_id']).orderBy('id').execute();

    async function openBoth() {
      const owner = await site.member(ada);
      site.pass(60_000);
      const browser = site.browser();
      await browser.signUp('eve@example.com');
      return { owner, browser };
    }
    async function signIn(browser: AccountClient) {
      site.pass(60_000);
      await browser.signIn(ada);
      const code = await site.codeTo(ada);
      return { code, answer: await browser.verify(ada, code) };
    }

    it('stays whole and open, and moves with the same code once there is room', async () => {
      const { owner, browser } = await openBoth();
      const own = await fill(owner, accountMaximums.transactions - 1);
      const added = await fill(browser, 2);
      const before = await listRows();
      const { code, answer } = await signIn(browser);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((answer.body as { message: string }).message).toMatch(/^A portfolio has room for 100,000/);
      expect(await listRows()).toEqual(before);
      expect(await me(browser)).toMatchObject({ email: 'eve@example.com', verified: false });
      expect(await me(owner)).toMatchObject({ email: ada });

      await setCount(added, 1);
      expect((await browser.verify(ada, code)).status).toBe(200);
      expect(new Set((await listRows()).map((row) => row.portfolio_id))).toEqual(new Set([own]));
      const { transaction_count: count } = await site.db
        .selectFrom('portfolios')
        .select('transaction_count')
        .where('id', '=', own)
        .executeTakeFirstOrThrow();
      expect(count).toBe(accountMaximums.transactions);
    });

    it('is also refused if all portfolios together have too many transactions, even with a passkey', async () => {
      const { owner, browser } = await openBoth();
      const device = await addPasskey(owner);
      await site.db.updateTable('users').set({ tier: 'premium' }).execute();
      for (const title of ['A', 'B', 'C', 'D']) await fill(owner, 100_000, title);
      await fill(owner, 100_000 - 1);
      await fill(browser, 2, 'Mine');
      const before = await listRows();
      const answer = await signInWith(browser, device);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((answer.body as { message: string }).message).toMatch(/^An account has room for 500,000/);
      expect(await listRows()).toEqual(before);
      expect(await me(browser)).toMatchObject({ verified: false });
    });

    it('is refused if both together name too many lots for one portfolio', async () => {
      const { owner, browser } = await openBoth();
      const ids = [await fill(owner, 1), await fill(browser, 1)];
      const lots = 'x'.repeat(12_000_001);
      await site.db.updateTable('transactions').set({ lots }).where('portfolio_id', 'in', ids).execute();
      const { answer } = await signIn(browser);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((answer.body as { message: string }).message).toMatch(/name too many lots/);
    });

    it('never keeps the owner out of a browser that has signed out of the other account', async () => {
      const owner = await site.member(ada);
      await fill(owner, accountMaximums.transactions);
      site.pass(60_000);
      const browser = site.browser();
      await browser.signUp(ada);
      const left = await fill(browser, 1);
      await browser.call('POST', '/api/auth/signout');
      const { answer } = await signIn(browser);
      expect(answer.status).toBe(200);
      expect(await me(browser)).toEqual(await me(owner));
      expect((await listRows()).some((row) => row.portfolio_id === left)).toBe(true);
    });
  });
}
