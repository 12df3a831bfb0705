import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';

const month = 31 * 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a returned payment, on ${name}`, () => {
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

    const book = () => billing.stripe.book;
    async function openPayer() {
      people += 1;
      const payer = await billing.site.member(`payer-${people}@example.com`);
      const id = await billing.buy(payer, 'pro');
      const [charge] = book().chargesOf(id);
      return { payer, id, charge: charge! };
    }

    it('ends the plan and the subscription once it is refunded in full', async () => {
      const { payer, id, charge } = await openPayer();
      book().refund(charge);
      await billing.deliverAll();
      expect([await billing.tierOf(payer), book().subscriptions.get(id)!.status]).toEqual([
        'free',
        'canceled',
      ]);
      const { body } = await payer.call('GET', '/api/billing');
      expect(body.subscription).toBeNull();
      // The payer can buy it again, and the old event comes once more.
      await billing.buy(payer, 'pro');
      await billing.deliver(book().events.find(({ type }) => type === 'charge.refunded')!);
      expect(await billing.tierOf(payer)).toBe('pro');
    });

    it('ends it once a dispute is lost, not before, and not if it is won', async () => {
      const { payer, id, charge } = await openPayer();
      book().dispute(charge, 'won');
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('pro');
      book().dispute(charge, 'lost');
      const closed = book().events.at(-1)!;
      await billing.deliver(book().events.at(-2)!);
      expect(await billing.tierOf(payer)).toBe('pro');
      await billing.deliver(closed);
      expect([await billing.tierOf(payer), book().subscriptions.get(id)!.status]).toEqual([
        'free',
        'canceled',
      ]);
    });

    it('keeps the plan if only a part, an earlier period, or the cost of a change of plan is refunded', async () => {
      const { id, charge } = await openPayer();
      book().refund(charge, false);
      billing.site.pass(month);
      book().renew(id, true);
      book().refund(charge);
      book().refund(book().prorate(id));
      await billing.deliverAll();
      // The session has ended meanwhile.
      const { tier } = await billing.site.db
        .selectFrom('users')
        .select('tier')
        .where('email', '=', `payer-${people}@example.com`)
        .executeTakeFirstOrThrow();
      expect([tier, book().subscriptions.get(id)!.status]).toEqual(['pro', 'active']);
    });

    it('counts only if Stripe’s answer confirms the event', async () => {
      const { payer, charge } = await openPayer();
      const { invoice: _invoice, disputes: _disputes, ...withoutInvoice } = charge;
      const event = { id: 'evt_1', object: 'event' as const, type: 'charge.refunded' };
      await billing.deliver({ ...event, data: { object: { ...withoutInvoice, refunded: true } } });
      expect(await billing.tierOf(payer)).toBe('pro');
    });

    it('is looked up again if Stripe can’t be reached', async () => {
      const { payer, charge } = await openPayer();
      book().refund(charge);
      const event = book().events.at(-1)!;
      billing.stripe.isDown = true;
      expect(await billing.deliver(event)).toBe(503);
      billing.stripe.isDown = false;
      expect(await billing.tierOf(payer)).toBe('pro');
      expect(await billing.deliver(event)).toBe(200);
      expect(await billing.tierOf(payer)).toBe('free');
    });

    it('ends nothing that another shop in the same Stripe account sold', async () => {
      const { id } = await openPayer();
      const { price } = book().subscriptions.get(id)!.items.data[0]!;
      const other = book().newId('cus');
      book().customers.set(other, { id: other, object: 'customer', email: 'a@b', deleted: false });
      const theirs = book().subscribe(other, price.id);
      book().renew(theirs.id, true);
      book().refund(book().chargesOf(theirs.id)[0]!);
      await billing.deliverAll();
      expect(book().subscriptions.get(theirs.id)!.status).toBe('active');
    });
  });
}
