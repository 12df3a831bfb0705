import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';

let database: TestDatabase;
let billing: BillingApp;
let payer: AccountClient;

async function start(env: Record<string, string> = {}): Promise<void> {
  billing = await createBillingApp(database, env);
  payer = await billing.site.member('payer@example.com');
}

beforeEach(async () => {
  database = await createSqliteDatabase();
});
afterEach(async () => {
  await billing.close();
  await database.remove();
});

const book = () => billing.stripe.book;

async function sell(plan = 'pro', period = 'monthly') {
  const session = book().sessions.get(await billing.openCheckout(payer, plan, period))!;
  return { session, price: book().prices.get(session.price)! };
}

describe('prices at Stripe', () => {
  it('match the plan table, and are created once', async () => {
    await start();
    const cents = [];
    for (const [plan, period] of [
      ['pro', 'monthly'],
      ['pro', 'yearly'],
      ['premium', 'monthly'],
      ['premium', 'yearly'],
    ] as const) {
      const { price } = await sell(plan, period);
      cents.push([price.product, price.recurring.interval, price.unit_amount, price.currency]);
    }
    expect(cents).toEqual([
      ['altimeter_pro', 'month', 999, 'usd'],
      ['altimeter_pro', 'year', 9900, 'usd'],
      ['altimeter_premium', 'month', 2999, 'usd'],
      ['altimeter_premium', 'year', 29900, 'usd'],
    ]);
    expect([book().prices.size, book().products.size]).toEqual([4, 2]);
  });

  it('belong to products with the name of the site, which customers read', async () => {
    const file = join(database.options.dataDir, 'site.json');
    writeFileSync(file, JSON.stringify({ name: 'Sextant' }));
    await start({ SITE_FILE: file });
    await sell('pro');
    await sell('premium');
    expect([...book().products.values()].map(({ name }) => name)).toEqual(['Sextant Pro', 'Sextant Premium']);
  });

  it.each([
    ['amount', { unit_amount: 1 }],
    ['currency', { currency: 'eur' }],
    ['interval', { recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' } }],
    ['count of intervals', { recurring: { interval: 'month', interval_count: 3, usage_type: 'licensed' } }],
    ['way of counting', { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } }],
    ['scheme', { billing_scheme: 'tiered' }],
    ['product', { product: 'altimeter_premium' }],
  ] as const)('are replaced if the %s differs, which is logged', async (_what, wrong) => {
    await start();
    const { price } = await sell();
    Object.assign(price, wrong);
    const { price: next } = await sell();
    expect(next.id).not.toBe(price.id);
    expect(next).toMatchObject({ unit_amount: 999, currency: 'usd', product: 'altimeter_pro' });
    expect(billing.site.log()).toContain('differs from the plan table');
  });

  it('are replaced if they were archived', async () => {
    await start();
    const { price } = await sell();
    price.active = false;
    const { price: next } = await sell();
    expect(next.id).not.toBe(price.id);
    expect(next).toMatchObject({ unit_amount: 999, active: true });
  });

  it('are halved for the first month if the coupon is configured, once, on monthly plans', async () => {
    await start({ STRIPE_FIRST_MONTH_COUPON: 'HALF' });
    book().coupons.set('HALF', { percent_off: 50, duration: 'once', valid: true });
    expect((await payer.call('GET', '/api/billing')).body.hasFirstMonthOffer).toBe(true);
    expect((await sell('pro', 'yearly')).session.coupon).toBeNull();
    const { session } = await sell('pro', 'monthly');
    expect(session.coupon).toBe('HALF');
    const { id } = book().pay(session.id);
    await billing.deliverAll();
    book().end(id);
    await billing.deliverAll();
    expect((await payer.call('GET', '/api/billing')).body.hasFirstMonthOffer).toBe(false);
    expect((await sell('pro', 'monthly')).session.coupon).toBeNull();
  });

  it.each([
    ['that does not exist', undefined],
    ['that is no longer valid', { percent_off: 50, duration: 'once', valid: false }],
    ['of another amount', { percent_off: 20, duration: 'once', valid: true }],
    ['that lasts forever', { percent_off: 50, duration: 'forever', valid: true }],
  ])('are not reduced, nor is an offer shown, with a coupon %s, which is logged', async (_what, coupon) => {
    await start({ STRIPE_FIRST_MONTH_COUPON: 'HALF' });
    if (coupon) book().coupons.set('HALF', coupon);
    expect((await payer.call('GET', '/api/billing')).body.hasFirstMonthOffer).toBe(false);
    expect((await sell()).session.coupon).toBeNull();
    expect(billing.site.log()).toContain('STRIPE_FIRST_MONTH_COUPON is not a valid coupon');
  });
});
