import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { stripeKeys } from '../../../tests/support/billing/fake-stripe.ts';
import { type FakeEvent, signEvent } from '../../../tests/support/billing/stripe-book.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { registerWebhookRoutes } from './webhook-routes.ts';

const minute = 60_000;
const secret = stripeKeys.STRIPE_WEBHOOK_SECRET;

describe('the webhook', () => {
  let database: TestDatabase;
  let billing: BillingApp;
  let payer: AccountClient;
  /** What an attacker may have seen: real events of a subscription that has since ended. */
  let seen: FakeEvent[];

  beforeAll(async () => {
    database = await createSqliteDatabase();
    billing = await createBillingApp(database);
    payer = await billing.site.member('payer@example.com');
    const { book } = billing.stripe;
    book.end(await billing.buy(payer, 'premium'));
    await billing.deliverAll();
    await billing.buy(payer, 'pro');
    seen = book.events;
  });
  afterAll(async () => {
    await billing.close();
    await database.remove();
  });

  const readAll = async () => ({
    user: await billing.site.db.selectFrom('users').select(['tier', 'paid_tier', 'revision']).execute(),
    customers: await billing.site.db.selectFrom('stripe_customers').selectAll().execute(),
    subscriptions: await billing.site.db.selectFrom('subscriptions').selectAll().execute(),
  });

  it('accepts events signed within five minutes, repeats included', async () => {
    const body = JSON.stringify(seen.at(-1));
    const now = billing.site.clock.now();
    for (const at of [now - 299_000, now, now, now + 299_000]) {
      const answer = await billing.deliverSigned(body, signEvent(body, secret, at));
      expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    }
    expect(await billing.tierOf(payer)).toBe('pro');
  });

  it('changes nothing for 500 forged or stale events, and asks Stripe nothing', async () => {
    const before = await readAll();
    const calls = billing.stripe.calls.length;
    const now = billing.site.clock.now();
    const time = fc.constantFrom(now - 301_000, now - 60 * minute, now + 302_000, now + 900 * minute, 0);
    const fresh = fc.integer({ min: now - 299_000, max: now + 299_000 });
    const forged = fc.oneof(
      // A real event with its real signature, delivered too late or too early.
      fc.record({
        event: fc.constantFrom(...seen),
        at: time,
        key: fc.constant(secret),
        change: fc.constant(''),
      }),
      // Signed with another secret.
      fc.record({
        event: fc.constantFrom(...seen),
        at: fresh,
        key: fc.string({ minLength: 1 }).filter((key) => key !== secret),
        change: fc.constant(''),
      }),
      // Modified after signing.
      fc.record({
        event: fc.constantFrom(...seen),
        at: fresh,
        key: fc.constant(secret),
        change: fc.string({ minLength: 1, maxLength: 5 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(forged, async ({ event, at, key, change }) => {
        const body = JSON.stringify(event);
        const answer = await billing.deliverSigned(body + change, signEvent(body, key, at));
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      }),
      { numRuns: 440 },
    );
    const body = JSON.stringify(seen.at(-1));
    const good = signEvent(body, secret, now);
    const oddHeader = fc.oneof(
      fc.string(),
      fc.constantFrom('', 't=,v1=', good.replace('v1=', 'v0='), good.slice(0, -1), good.replace('t=', 't=9')),
    );
    await fc.assert(
      fc.asyncProperty(oddHeader, async (header) => {
        expect((await billing.deliverSigned(body, header)).status).toBe(400);
      }),
      { numRuns: 60 },
    );
    // Signed for a future time, and presented as if signed now.
    const tooEarly = signEvent(body, secret, now + 900 * minute);
    const nowAsWell = `t=${Math.floor(now / 1000)}`;
    for (const header of [`${nowAsWell},${tooEarly}`, `${tooEarly},${nowAsWell}`]) {
      expect((await billing.deliverSigned(body, header)).status).toBe(400);
    }
    expect(await readAll()).toEqual(before);
    expect(billing.stripe.calls.length).toBe(calls);
    expect(billing.site.log()).not.toContain(secret);
  });

  it('logs refused events once a minute, with their number', async () => {
    billing.site.pass(minute);
    const before = billing.site.log().length;
    const refuse = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        expect((await billing.deliverSigned('{}', 'forged')).status).toBe(400);
    };
    await refuse(50);
    billing.site.pass(minute);
    await refuse(1);
    const counts = billing.site
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('Stripe events were refused'))
      .map((line) => (JSON.parse(line) as { count: number }).count);
    expect(counts.slice(1)).toEqual([50]);
    expect(counts).toHaveLength(2);
  });

  it.each([
    ['of a kind that is not used', { type: 'charge.updated', data: { object: { object: 'charge' } } }],
    ['about a refund without a charge', { type: 'charge.refunded', data: { object: { object: 'charge' } } }],
    ['about a customer of somebody else', 'cus_of_another_shop'],
    ['about no customer', null],
    ['about an impossible customer id', '\u0000'],
    ['that is a list', [1, 2]],
    ['that is empty', {}],
  ])('accepts, ignores and logs an event %s', async (_what, given) => {
    const before = await readAll();
    const calls = billing.stripe.calls.length;
    const event =
      typeof given === 'string' || given === null
        ? { id: 'evt_1', type: 'invoice.paid', data: { object: { object: 'invoice', customer: given } } }
        : given;
    const body = JSON.stringify(event);
    const answer = await billing.deliverSigned(body, signEvent(body, secret, billing.site.clock.now()));
    expect([200, 400]).toContain(answer.status);
    expect(await readAll()).toEqual(before);
    expect(billing.stripe.calls.length).toBe(calls);
    expect(billing.site.log()).toMatch(/Stripe events? (was ignored|were refused)/);
  });

  it('accepts the longest events, and refuses longer bodies', async () => {
    const event = (length: number) => JSON.stringify({ ...seen.at(-1), padding: 'x'.repeat(length) });
    const now = billing.site.clock.now();
    const send = async (body: string) =>
      (await billing.deliverSigned(body, signEvent(body, secret, now))).status;
    expect([await send(event(500_000)), await send(event(1_100_000))]).toEqual([200, 413]);
  });
});

it('An event is refused unread while payments are not configured', async () => {
  const app = createBareApp();
  await registerWebhookRoutes(app, { customers: undefined });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/billing/webhook',
    headers: { 'content-type': 'application/json' },
    payload: 'x'.repeat(2 * 1024 * 1024),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments_not_configured']);
  await app.close();
});
