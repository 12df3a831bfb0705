import fc from 'fast-check';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { higherTier, type Tier, tiers } from '#contract/plans.ts';
import { grantTier } from '#server/accounts/service.ts';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { type FakeEvent, StripeBook } from '../../../tests/support/billing/stripe-book.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Payments } from '../payments/payments.ts';
import { describeSubscription } from '../stripe/subscription.ts';
import { createEventHandler } from '../stripe/webhook-service.ts';
import { addCustomer, type CustomerDeps } from './customer-service.ts';
import { createCustomerStore } from './customer-store.ts';

/*
 * Anything can happen to a subscription in any order, while its events come late, twice, out of order or all together,
 * and readings of Stripe take different times. In the end the user always has the tier in Stripe's books.
 */

const bookChanges = [
  'buy pro',
  'buy premium',
  'renew',
  'fail',
  'give up',
  'cancel',
  'take back',
  'change plan',
  'end',
] as const;

const step = fc.record({
  bookChange: fc.constantFrom(...bookChanges),
  /** Positions of the waiting events that are sent in between. */
  sent: fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
  /** How long each of those readings takes. */
  delays: fc.array(fc.nat({ max: 6 }), { minLength: 3, maxLength: 3 }),
  granted: fc.option(fc.constantFrom(...tiers), { freq: 8 }),
});
const life = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
  /** The order of the remaining events, by position; repeats if too short. */
  order: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12 }),
  repeats: fc.nat({ max: 4 }),
});
type Life = typeof life extends fc.Arbitrary<infer Shape> ? Shape : never;

const customer = 'cus_1';
const clock = { now: () => 0 };
const logger = { warn: () => undefined, info: () => undefined };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function openBook(): StripeBook {
  const book = new StripeBook(() => 0);
  book.customers.set(customer, { id: customer, object: 'customer', email: 'a@b', deleted: false });
  for (const product of ['altimeter_pro', 'altimeter_premium']) {
    book.prices.set(product, {
      id: product,
      object: 'price',
      active: true,
      product,
      currency: 'usd',
      unit_amount: 1,
      billing_scheme: 'per_unit',
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
      lookup_key: product,
    });
  }
  return book;
}

function applyChange(book: StripeBook, change: (typeof bookChanges)[number]): void {
  const own = book.subscriptionsOf(customer).at(-1);
  if (change === 'buy pro' || change === 'buy premium') {
    book.subscribe(customer, change === 'buy pro' ? 'altimeter_pro' : 'altimeter_premium');
    return;
  }
  if (!own) return;
  if (change === 'renew') book.renew(own.id, true);
  else if (change === 'fail') book.renew(own.id, false);
  else if (change === 'give up') book.giveUp(own.id);
  else if (change === 'cancel') book.cancelAtPeriodEnd(own.id);
  else if (change === 'take back') book.cancelAtPeriodEnd(own.id, false);
  else if (change === 'end') book.end(own.id);
  else {
    const isPro = own.items.data[0]!.price.id === 'altimeter_pro';
    book.changePrice(own.id, isPro ? 'altimeter_premium' : 'altimeter_pro');
  }
}

/** The tier according to the books, computed differently from the server. */
function tierInBooks(book: StripeBook): Tier {
  const paying = book.subscriptionsOf(customer).filter(({ status }) => status !== 'unpaid');
  const names = paying.map(({ items }) => items.data[0]!.price.product);
  if (names.includes('altimeter_premium')) return 'premium';
  return names.includes('altimeter_pro') ? 'pro' : 'free';
}

for (const { name, isAvailable, create } of testDatabases) {
  const isServer = name === 'PostgreSQL';
  // A thousand in total, most of them on the cheaper database.
  const runs = isServer ? 100 : 900;

  describe.skipIf(!isAvailable)(`the life of a subscription on ${name}`, () => {
    let database: TestDatabase;
    /** Two connections to a database server, like two processes; the embedded database has one. */
    let dbs: Database[];

    beforeAll(async () => {
      database = await create();
      const db = await database.open();
      await migrateDatabase(db);
      dbs = [db, isServer ? await database.open() : db];
      // The test doesn't cover power cuts, so nothing has to be on disk.
      if (!isServer) await sql`pragma synchronous = off`.execute(db);
    });
    afterAll(() => database.remove());

    /** Accepts events with readings that take the given delays in turn. */
    function createHandlers(book: StripeBook, customerId: string) {
      let delays: readonly number[] = [];
      let count = 0;
      const payments: Pick<Payments, 'readEvent' | 'findCustomer' | 'updateEmail'> = {
        updateEmail: async () => undefined,
        readEvent: (body) => {
          const { id, type } = JSON.parse(String(body)) as FakeEvent;
          return { id, type, customerId, chargeId: null };
        },
        async findCustomer() {
          const found = structuredClone(book.subscriptionsOf(customer));
          for (let turns = delays[count++ % delays.length] ?? 0; turns > 0; turns--) await turn();
          const subscriptions = found
            .map((one) => describeSubscription(one as unknown as Stripe.Subscription))
            .filter((one) => one !== null);
          return { email: 'a@b', subscriptions };
        },
      };
      const handlers = dbs.map((db): CustomerDeps => {
        const customers = createCustomerStore(db);
        return { db, payments: payments as Payments, customers, payers: undefined, clock, logger };
      });
      return {
        setDelays: (next: readonly number[]) => {
          delays = next;
        },
        take: (event: FakeEvent) =>
          createEventHandler(handlers[count % 2]!)(Buffer.from(JSON.stringify(event)), 'signed'),
      };
    }

    async function runLife({ steps, order, repeats }: Life): Promise<void> {
      const db = dbs[0]!;
      const userId = await addUser(db);
      const customerId = `cus_${userId}`;
      await addCustomer({ db, customers: createCustomerStore(db), clock }, customerId, userId);
      const book = openBook();
      const handlers = createHandlers(book, customerId);
      const [waiting, under]: [FakeEvent[], Promise<void>[]] = [[], []];
      let granted: Tier = 'free';
      for (const { bookChange, sent, delays, granted: given } of steps) {
        const known = book.events.length;
        applyChange(book, bookChange);
        waiting.push(...book.events.slice(known));
        handlers.setDelays(delays);
        for (const at of sent) {
          const [event] = waiting.splice(at % Math.max(1, waiting.length), 1);
          if (event) under.push(handlers.take(event));
        }
        if (given) {
          granted = given;
          await grantTier(
            { db, users: createUserStore(db), clock: { now: () => 0 }, logger: { info: () => undefined } },
            `${userId}@example.com`,
            given,
          );
        }
      }
      const late = [...waiting, ...book.events.slice(-repeats)];
      for (let index = 0; late.length > 0; index++) {
        const [event] = late.splice(order[index % order.length]! % late.length, 1);
        under.push(handlers.take(event!));
      }
      await Promise.all(under);
      const row = await db
        .selectFrom('users')
        .select('tier')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      expect(row.tier).toBe(higherTier(granted, tierInBooks(book)));
    }

    it(`ends in the tier that was paid for, with events shuffled, repeated and delayed in ${runs} ways`, {
      timeout: 120_000,
    }, async () => {
      await fc.assert(fc.asyncProperty(life, runLife), { numRuns: runs });
    });
  });
}
