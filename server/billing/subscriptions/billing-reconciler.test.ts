import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeAccount as removeStoredAccount } from '#server/accounts/service.ts';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the billing reconciler on ${name}`, () => {
    let database: TestDatabase;
    let billing: BillingApp;
    let people = 0;

    beforeAll(async () => {
      database = await create();
      billing = await createBillingApp(database);
    });
    afterAll(async () => {
      await billing.close();
      await database.remove();
    });

    const member = () => billing.site.member(`payer-${++people}@example.com`);
    const book = () => billing.stripe.book;
    const customerOf = (subscription: string) => book().subscriptions.get(subscription)!.customer;
    const leftRows = () =>
      billing.site.db.selectFrom('stripe_customers').select('id').where('user_id', 'is', null).execute();
    const removeAccount = async (payer: AccountClient) =>
      expect((await payer.call('DELETE', '/api/account')).status).toBe(204);

    it('ends the subscription of a deleted account, and every open payment page', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const other = await member();
      const open = await billing.openCheckout(other, 'pro');
      await removeAccount(payer);
      await removeAccount(other);
      await billing.reconcile();
      expect(book().subscriptions.get(id)?.status).toBe('canceled');
      expect(book().customers.get(customerOf(id))?.deleted).toBe(true);
      expect(() => book().pay(open)).toThrow('expired');
      expect(await leftRows()).toEqual([]);
      // The events of the cancellation arrive later, and belong to no customer here.
      await billing.deliverAll();
    });

    it('deletes the account even if Stripe is down, and ends its subscription once Stripe is back', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'premium');
      billing.stripe.isDown = true;
      await removeAccount(payer);
      for (let tries = 0; tries < 5; tries++) {
        await billing.reconcile();
        billing.site.pass(2 * 60 * minute);
      }
      expect(book().subscriptions.get(id)?.status).toBe('active');
      expect(await leftRows()).toHaveLength(1);
      billing.stripe.isDown = false;
      await Promise.all([billing.reconcile(), billing.reconcile()]);
      expect(book().subscriptions.get(id)?.status).toBe('canceled');
      expect(await leftRows()).toEqual([]);
    });

    it('ends the subscription of an account deleted by the operator, or already gone at Stripe', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const { db } = billing.site;
      const users = createUserStore(db);
      const account = await users.findVerified(`payer-${people}@example.com`, ['']);
      await removeStoredAccount({ db, users, logger: { info: () => undefined } }, account!.id);
      book().deleteCustomer(customerOf(id));
      await billing.reconcile();
      expect(await leftRows()).toEqual([]);
    });

    it('deletes a customer that was created while the account was being deleted', async () => {
      const payer = await member();
      billing.stripe.beforeAnswer = async (call) => {
        if (call === 'POST /v1/customers') await removeAccount(payer);
      };
      await expect(billing.openCheckout(payer, 'pro')).rejects.toThrow(/^401/);
      billing.stripe.beforeAnswer = async () => undefined;
      const customer = [...book().customers.values()].at(-1)!;
      expect(customer.deleted).toBe(false);
      await billing.reconcile();
      expect(customer.deleted).toBe(true);
      expect([...book().sessions.values()].filter(({ status }) => status === 'open')).toEqual([]);
    });

    it('refreshes subscriptions that are due, and payments without a return', async () => {
      const payer = await member();
      const session = await billing.openCheckout(payer, 'pro');
      const { id } = book().pay(session);
      await billing.reconcile();
      expect(await billing.tierOf(payer)).toBe('free');
      billing.site.pass(16 * minute);
      await billing.reconcile();
      expect(await billing.tierOf(payer)).toBe('pro');

      book().end(id);
      billing.site.pass(day + minute);
      await billing.reconcile();
      expect(await billing.tierOf(payer)).toBe('free');
      // From then on there is nothing left to reconcile.
      const calls = billing.stripe.calls.length;
      billing.site.pass(10 * day);
      await billing.reconcile();
      expect(billing.stripe.calls.length).toBeLessThanOrEqual(calls + 1);
      await billing.reconcile();
      billing.site.pass(10 * day);
      await billing.reconcile();
      expect(billing.stripe.calls.length).toBeLessThanOrEqual(calls + 1);
    });
  });
}
