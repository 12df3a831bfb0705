import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { grantTier } from '#server/accounts/service.ts';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { StripeRefusedError } from '../../../tests/support/billing/stripe-calls.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';

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

    it('goes from the payment page to the plan, and back to free at the end of the paid period', async () => {
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

    it('keeps the plan while a failed payment is retried, and suspends it once Stripe gives up', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'premium', 'yearly');
      expect(await billing.tierOf(payer)).toBe('premium');
      const status = async () => {
        await billing.deliverAll();
        const { subscription } = (await payer.call('GET', '/api/billing')).body as {
          subscription: { status: string };
        };
        return [subscription.status, await billing.tierOf(payer)];
      };
      book().renew(id, false);
      expect(await status()).toEqual(['past_due', 'premium']);
      book().renew(id, true);
      expect(await status()).toEqual(['active', 'premium']);
      book().renew(id, false);
      book().giveUp(id);
      expect(await status()).toEqual(['unpaid', 'free']);
      book().renew(id, true);
      expect(await status()).toEqual(['active', 'premium']);
    });

    it('changes a plan on a Stripe page with the new price, and sells no plan twice', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const again = await payer.call('POST', '/api/billing/checkout', { plan: 'pro', period: 'monthly' });
      expect([again.status, again.body.code]).toEqual([409, 'conflict']);

      const yearly = book().portals.get(await billing.openCheckout(payer, 'pro', 'yearly'))!;
      expect(book().prices.get(yearly.change!.price)).toMatchObject({ unit_amount: 9900 });
      const portal = book().portals.get(await billing.openCheckout(payer, 'premium', 'yearly'))!;
      expect(portal.change).toMatchObject({ subscription: id });
      expect(book().prices.get(portal.change!.price)).toMatchObject({ unit_amount: 29900 });
      book().changePrice(id, portal.change!.price);
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('premium');

      book().cancelAtPeriodEnd(id);
      await billing.deliverAll();
      // A pending cancellation must be withdrawn first, in the customer portal.
      expect(book().portals.get(await billing.openCheckout(payer, 'pro'))?.change).toBeUndefined();
      expect(book().subscriptionsOf(portal.customer)).toHaveLength(1);
    });

    it('leaves one payment page open when several are opened concurrently', async () => {
      const payer = await member();
      const wanted = { plan: 'pro', period: 'monthly' };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => payer.call('POST', '/api/billing/checkout', wanted)),
      );
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      await billing.openCheckout(payer, 'premium');
      const mine = book().sessions.get(await billing.openCheckout(payer, 'pro'))!.customer;
      const sessions = [...book().sessions.values()].filter(({ customer }) => customer === mine);
      expect(sessions.filter(({ status }) => status === 'open')).toHaveLength(1);
      const email = [...book().customers.values()].filter(({ id }) => id === mine)[0]!.email;
      expect([...book().customers.values()].filter((one) => one.email === email)).toHaveLength(1);
    });

    it('sends customers with an unpaid plan to the portal instead of selling another', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      for (const fail of [() => book().renew(id, false), () => book().giveUp(id)]) {
        fail();
        const portal = book().portals.get(await billing.openCheckout(payer, 'premium'))!;
        expect([portal.customer, portal.change]).toEqual([book().subscriptions.get(id)!.customer, undefined]);
      }
    });

    it('opens no portal page without a fresh proof, from any call', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const pages = () => book().portals.size;
      const opened = pages();
      billing.site.pass(hour);
      const wanted = { plan: 'premium', period: 'monthly' };
      for (const change of [() => undefined, () => book().cancelAtPeriodEnd(id)]) {
        change();
        for (const [path, body] of [['checkout', wanted], ['portal']] as const) {
          const refused = await payer.call('POST', `/api/billing/${path}`, body);
          expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'verification_required']);
        }
      }
      expect(pages()).toBe(opened);
    });

    it('opens no second page while the first is being paid', async () => {
      const payer = await member();
      const first = await billing.openCheckout(payer, 'pro');
      const { customer } = book().sessions.get(first)!;
      // In another tab, once our server has started to check which pages are open.
      billing.stripe.beforeAnswer = async (call) => {
        if (call === 'GET /v1/checkout/sessions') book().pay(first);
      };
      const again = await payer.call('POST', '/api/billing/checkout', { plan: 'pro', period: 'monthly' });
      billing.stripe.beforeAnswer = async () => undefined;
      expect([again.status, again.body.code]).toEqual([409, 'conflict']);
      const sessions = [...book().sessions.values()].filter((one) => one.customer === customer);
      expect(sessions.map(({ status }) => status)).toEqual(['complete']);
      expect(await billing.tierOf(payer)).toBe('pro');
    });

    it('checks a payment page even if the process ended while opening it', async () => {
      const payer = await member();
      billing.stripe.beforeAnswer = async (call) => {
        if (call === 'POST /v1/checkout/sessions')
          throw new StripeRefusedError(500, 'api_error', 'Too late.');
      };
      const { status } = await payer.call('POST', '/api/billing/checkout', { plan: 'pro' });
      billing.stripe.beforeAnswer = async () => undefined;
      expect(status).toBe(503);
      book().subscribe([...book().customers.keys()].at(-1)!, [...book().prices.keys()][0]!);
      billing.site.pass(16 * 60_000);
      await billing.reconcile();
      expect(await billing.tierOf(payer)).not.toBe('free');
    });

    it('keeps the granted tier whatever Stripe reports, and the paid tier whatever is granted', async () => {
      const payer = await member();
      const email = `payer-${people}@example.com`;
      const { db } = billing.site;
      const grant = (tier: Tier) =>
        grantTier(
          { db, users: createUserStore(db), clock: { now: () => 0 }, logger: { info: () => undefined } },
          email,
          tier,
        );
      await grant('premium');
      const id = await billing.buy(payer, 'pro');
      expect(await billing.tierOf(payer)).toBe('premium');
      expect(await grant('free')).toEqual({ tier: 'pro', granted: 'free', paid: 'pro' });
      expect(await billing.tierOf(payer)).toBe('pro');
      await grant('premium');
      book().end(id);
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('premium');
    });

    it('refuses unverified accounts, unknown plans and guests, and manages nothing before a purchase', async () => {
      const unverified = billing.site.browser();
      await unverified.signUp('unverified@example.com');
      const ask = async (client: AccountClient, path: string, body?: object) => {
        const { status, body: said } = await client.call('POST', `/api/billing/${path}`, body);
        return [status, said.code, said.message];
      };
      expect((await ask(unverified, 'checkout', { plan: 'pro' }))[1]).toBe('verification_required');
      expect((await ask(unverified, 'portal'))[1]).toBe('verification_required');
      const payer = await member();
      for (const plan of ['free', 'gold', 7, null]) {
        expect(await ask(payer, 'checkout', { plan })).toEqual([
          400,
          'invalid_request',
          'Invalid subscription plan selected',
        ]);
      }
      expect((await ask(payer, 'checkout', { plan: 'pro', price: 1 }))[0]).toBe(400);
      expect((await ask(payer, 'portal')).slice(0, 2)).toEqual([404, 'not_found']);
      expect((await ask(billing.site.browser(), 'checkout', { plan: 'pro' }))[0]).toBe(401);
    });

    it('refreshes from Stripe on request, and reports if Stripe does not answer', async () => {
      const payer = await member();
      book().pay(await billing.openCheckout(payer, 'pro'));
      expect((await payer.call('POST', '/api/billing/refresh')).body.subscription).toMatchObject({
        plan: 'pro',
      });
      expect(await billing.tierOf(payer)).toBe('pro');
      await billing.deliverAll();

      billing.stripe.isDown = true;
      const calls = ['refresh', 'portal'].map((path) => payer.call('POST', `/api/billing/${path}`));
      for (const { status, body, headers } of await Promise.all(calls)) {
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'payments_unavailable', '5']);
      }
      expect(await billing.deliver(book().events.at(-1)!)).toBe(503);
      billing.stripe.isDown = false;
      expect(await billing.tierOf(payer)).toBe('pro');
      expect(billing.site.log()).not.toMatch(/sk_test_of|whsec_of/);
    });

    it('opens the portal, updates the address at Stripe, and exports what is stored', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const { url } = (await payer.call('POST', '/api/billing/portal')).body;
      const portal = book().portals.get(String(url).split('/').at(-1)!)!;
      expect(portal.returnUrl).toBe('http://localhost:3000/account?back=stripe');
      const { billing: kept } = (await payer.call('GET', '/api/account/export')).body;
      expect(kept).toMatchObject({
        stripeCustomer: { id: portal.customer },
        subscription: { id, plan: 'pro', period: 'monthly', status: 'active', endsAt: null },
      });
      await billing.site.db
        .updateTable('users')
        .set({ email: 'moved@example.com' })
        .where('email', '=', `payer-${people}@example.com`)
        .execute();
      // Stripe's e-mails about a failed card must reach even users who never visit.
      billing.site.pass(day + hour);
      await billing.reconcile();
      expect(book().customers.get(portal.customer)?.email).toBe('moved@example.com');
    });

    it('keeps the subscription if Stripe refuses the address', async () => {
      const payer = await member();
      const id = await billing.buy(payer, 'pro');
      const { customer } = book().subscriptions.get(id)!;
      Object.assign(book().customers.get(customer)!, { email: 'other@example.com' });
      book().end(id);
      billing.stripe.beforeAnswer = async (call) => {
        if (call === `POST /v1/customers/${customer}`) {
          throw new StripeRefusedError(400, 'email_invalid', 'Invalid email address: payer@example.com');
        }
      };
      expect(await billing.deliver(book().events.at(-1)!)).toBe(200);
      billing.stripe.beforeAnswer = async () => undefined;
      expect(await billing.tierOf(payer)).toBe('free');
      expect(billing.site.log()).toContain('Invalid email address');
      expect(billing.site.log()).not.toContain('payer@example.com');
    });

    it('has nothing to manage for a customer that was deleted at Stripe', async () => {
      const payer = await member();
      const { customer } = book().subscriptions.get(await billing.buy(payer, 'pro'))!;
      book().deleteCustomer(customer);
      const { status, body } = await payer.call('POST', '/api/billing/portal');
      expect([status, body.code]).toEqual([404, 'not_found']);
      expect((await payer.call('GET', '/api/billing')).body).toMatchObject({
        canManage: false,
        subscription: null,
      });
      expect(await billing.tierOf(payer)).toBe('free');
    });

    it('removes the paid tier of a deleted customer even if another process stores an older state', async () => {
      const payer = await member();
      const { customer } = book().subscriptions.get(await billing.buy(payer, 'pro'))!;
      // State that another process read before the deletion, and stores just before ours.
      billing.stripe.beforeAnswer = async (call) => {
        if (call !== `GET /v1/customers/${customer}`) return;
        const row = { readings: 99, kept_reading: 99 };
        await billing.site.db.updateTable('stripe_customers').set(row).where('id', '=', customer).execute();
        book().deleteCustomer(customer);
      };
      await payer.call('POST', '/api/billing/portal');
      billing.stripe.beforeAnswer = async () => undefined;
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('free');
    });

    it('recreates a customer that was deleted at Stripe', async () => {
      const payer = await member();
      const first = book().sessions.get(await billing.openCheckout(payer, 'pro'))!;
      book().pay(first.id);
      await billing.deliverAll();
      book().deleteCustomer(first.customer);
      expect(book().events.at(-1)?.type).toBe('customer.deleted');
      await billing.deliver(book().events.at(-1)!);
      expect(await billing.tierOf(payer)).toBe('free');
      const second = book().sessions.get(await billing.openCheckout(payer, 'pro'))!;
      expect(second.customer).not.toBe(first.customer);
      book().pay(second.id);
      await billing.deliverAll();
      expect(await billing.tierOf(payer)).toBe('pro');
    });
  });
}
