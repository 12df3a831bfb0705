import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { holdLocks } from '../../tests/support/accounts/hold-locks.ts';
import { addFiring } from '../../tests/support/alerts/alert-rows.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { insertOpenings } from '../../tests/support/portfolio/opening-rows.ts';

const ada = 'ada@example.com';
const alert = {
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '1000000',
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable || name !== 'PostgreSQL')(`merging two accounts on ${name}`, () => {
    const site = accountAppPerTest(create);

    /** A browser that has created two accounts for the address and is signed in to neither. */
    async function openTwo() {
      const browser = site.browser();
      const portfolioIds: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        site.pass(60_000);
        await browser.signUp(ada);
        const [portfolio] = (await browser.call('GET', '/api/portfolios')).body as unknown as {
          id: string;
        }[];
        await insertOpenings(site.db, portfolio!.id, 1);
        expect((await browser.call('POST', '/api/alerts', alert)).status).toBe(201);
        await browser.call('POST', '/api/auth/signout');
        portfolioIds.push(portfolio!.id);
      }
      return { browser, portfolioIds };
    }

    it('lets others set alerts while the history moves', async () => {
      const { db } = site;
      await site.member(ada);
      const other = await site.member('eve@example.com');
      const { browser } = await openTwo();
      const alerts = await db.selectFrom('alerts').select(['id as alert_id', 'user_id']).execute();
      const firings = [];
      for (const { alert_id, user_id } of alerts) firings.push(await addFiring(db, user_id, { alert_id }));
      site.pass(60_000);
      await browser.signIn(ada);
      const code = await site.codeTo(ada);
      const row = sql`select id from alert_firings where id = ${firings[1]!.id} for update`;
      let merging: ReturnType<typeof browser.verify> | undefined;
      await holdLocks(db, row, async (blocked) => {
        merging = browser.verify(ada, code);
        await blocked(1);
        expect((await other.call('POST', '/api/alerts', alert)).status).toBe(201);
      });
      expect((await merging)?.status).toBe(200);
      const { body } = await browser.call('GET', '/api/alerts/history');
      expect(body.firings).toHaveLength(2);
    });

    it.each([0, 1])('lets others set alerts while ledger %i waits', async (heldIndex) => {
      await site.member(ada);
      const other = await site.member('eve@example.com');
      const { browser, portfolioIds } = await openTwo();
      site.pass(60_000);
      await browser.signIn(ada);
      const code = await site.codeTo(ada);
      const row = sql`select id from transactions where portfolio_id = ${portfolioIds[heldIndex]} for update`;
      let merging: ReturnType<typeof browser.verify> | undefined;
      await holdLocks(site.db, row, async (blocked) => {
        merging = browser.verify(ada, code);
        await blocked(1);
        expect((await other.call('POST', '/api/alerts', alert)).status).toBe(201);
      });
      expect((await merging)?.status).toBe(200);
      expect((await browser.call('GET', '/api/alerts')).body).toHaveLength(2);
    });
  });
}
