import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBillingModule } from '#server/billing/module.ts';
import { loadConfig } from '#server/config/read-config.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { createTestParts } from '../../../tests/support/test-parts.ts';

const year = 365 * 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the first month's offer on ${name}`, () => {
    let database: TestDatabase;
    let billing: BillingApp;
    beforeAll(async () => {
      database = await create();
      billing = await createBillingApp(database, { STRIPE_FIRST_MONTH_COUPON: 'HALF' });
      billing.stripe.book.coupons.set('HALF', { percent_off: 50, duration: 'once', valid: true });
    });
    afterAll(async () => {
      await billing.close();
      await database.remove();
    });

    const couponOf = async (client: AccountClient) =>
      billing.stripe.book.sessions.get(await billing.openCheckout(client, 'pro'))!.coupon;
    const hasOffer = async (client: AccountClient) =>
      (await client.call('GET', '/api/billing')).body.hasFirstMonthOffer;
    const remove = async (client: AccountClient) => {
      expect((await client.call('DELETE', '/api/account')).status).toBe(204);
      await billing.reconcile();
    };

    it('is made to an address once, even after its account was deleted', async () => {
      const payer = await billing.site.member('payer@example.com');
      expect([await hasOffer(payer), await couponOf(payer)]).toEqual([true, 'HALF']);
      await billing.buy(payer, 'pro');
      await remove(payer);
      const again = await billing.site.member('payer@example.com');
      expect([await hasOffer(again), await couponOf(again)]).toEqual([false, null]);
      const other = await billing.site.member('other@example.com');
      expect([await hasOffer(other), await couponOf(other)]).toEqual([true, 'HALF']);
    });

    it('is still open to an address whose account never had a subscription', async () => {
      const visitor = await billing.site.member('visitor@example.com');
      await couponOf(visitor);
      await remove(visitor);
      const again = await billing.site.member('visitor@example.com');
      expect([await hasOffer(again), await couponOf(again)]).toEqual([true, 'HALF']);
    });

    it('is remembered only as a hash, for two years after the last subscription', async () => {
      const { db, clock } = billing.site;
      const rows = () => db.selectFrom('first_month_payers').selectAll().execute();
      const [row, ...others] = await rows();
      expect(others).toEqual([]);
      expect(row!.address_hash).toMatch(/^[\w-]{43}$/);
      const sweepAt = async (now: number) => {
        const config = loadConfig({ DATA_DIR: database.options.dataDir });
        const parts = createTestParts({ db, clock: { now: () => now } });
        const [sweep] = createBillingModule({ ...parts, config }).jobs!;
        await sweep!.start();
        await sweep!.stop();
      };
      await sweepAt(clock.now() + 2 * year - 60_000);
      expect(await rows()).toHaveLength(1);
      await sweepAt(clock.now() + 2 * year + 60_000);
      expect(await rows()).toEqual([]);
    });

    it('does not reveal whether an unverified address has had a subscription', async () => {
      const known = await billing.site.member('known@example.com');
      await billing.buy(known, 'pro');
      await remove(known);
      const stranger = billing.site.browser();
      await stranger.signUp('known@example.com');
      expect(await hasOffer(stranger)).toBe(true);
      expect(await hasOffer(await billing.site.member('known@example.com'))).toBe(false);
    });
  });
}
