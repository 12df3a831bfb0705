import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingApp, createBillingApp } from '../../tests/support/billing-app.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`paying for a plan on ${name}`, () => {
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

    it('goes from the payment page to the plan, and back to free at the end of what was paid', async () => {
      const payer = await member();
      expect((await payer.call('GET', '/api/billing')).body).toEqual({
        isConfigured: true,
        hasFirstMonthOffer: false,
        canManage: false,
        subscription: null,
      });

      const session = book().sessions.get(await billing.openCheckout(payer, 'pro'))!;
      expect(book().prices.get(session.price)).toMatchObject({
        product: 'altimeter_pro',
        unit_amount: 999,
        currency: 'usd',
        recurring: { interval: 'month' },
      });
      expect([session.success_url, session.cancel_url]).toEqual([
        'http://localhost:3000/subscribe?plan=pro&period=monthly&checkout=done',
        'http://localhost:3000/subscribe?plan=pro&period=monthly&checkout=cancelled',
      ]);
      expect(await billing.tierOf(payer)).toBe('free');

      const { id } = book().pay(session.id);
      expect(await billing.tierOf(payer)).toBe('free');
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('pro');
      const paidUntil = new Date(billing.site.clock.now() + 30 * day).toISOString();
      const subscription = { plan: 'pro', period: 'monthly', status: 'active', paidUntil, endsAt: null };
      expect((await payer.call('GET', '/api/billing')).body).toEqual({
        isConfigured: true,
        hasFirstMonthOffer: false,
        canManage: true,
        subscription,
      });

      book().cancelAtPeriodEnd(id);
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('pro');
      expect((await payer.call('GET', '/api/billing')).body.subscription).toEqual({
        ...subscription,
        endsAt: paidUntil,
      });

      book().renew(id, true);
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('free');
      expect((await payer.call('GET', '/api/billing')).body).toMatchObject({
        canManage: true,
        subscription: null,
      });
    });
  });
}
