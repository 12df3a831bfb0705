import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type {
  StripeCustomerTable,
  SubscriptionTable,
} from '#server/platform/database/tables/billing-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { PaidSubscription } from '../payments/payments.ts';

export type CustomerRow = Pick<StripeCustomerTable, 'id' | 'created_at' | 'subscribed_at'>;

/** The customers at Stripe, and what each has paid for, as last read. */
export interface CustomerStore {
  findByUser(userId: string): Promise<CustomerRow | undefined>;
  findSubscription(userId: string): Promise<SubscriptionTable | undefined>;
  /** The address of the customer's account; undefined if the account is deleted. */
  findEmail(customerId: string): Promise<string | undefined>;
  /**
   * Records that a payment page is being opened, and when to ask Stripe about its outcome. Returns false if the account is
   * deleted.
   */
  recordCheckout(customerId: string, now: Instant, checkAt: Instant): Promise<boolean>;
  /**
   * Assigns a number to a reading of Stripe that is about to begin. The highest number wins, so that state read before
   * a change never replaces state read after it. Undefined if there is no such customer here.
   */
  beginReading(customerId: string): Promise<{ number: number; checkoutAt: Instant | null } | undefined>;

  findIdOfUser(tx: Tx, userId: string): Promise<string | undefined>;
  /** The customer's user; null if the account is deleted or there is no such customer. */
  findUserId(tx: Tx, customerId: string): Promise<string | null>;
  add(tx: Tx, customer: { id: string; userId: string | null; createdAt: Instant }): Promise<void>;
  remove(tx: Tx, customerId: string): Promise<void>;
  /**
   * Records which reading is stored, and when to ask Stripe again; null if not needed. Returns the customer's user, or
   * undefined if a later reading is already stored.
   */
  keepReading(
    tx: Tx,
    customerId: string,
    reading: { number: number; checkAt: Instant | null },
  ): Promise<{ userId: string | null } | undefined>;
  replaceSubscription(
    tx: Tx,
    customerId: string,
    subscription: PaidSubscription | null,
    now: Instant,
  ): Promise<void>;
}

export function createCustomerStore(db: Database): CustomerStore {
  return {
    findByUser: (userId) =>
      db
        .selectFrom('stripe_customers')
        .select(['id', 'created_at', 'subscribed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    findSubscription: (userId) =>
      db
        .selectFrom('subscriptions')
        .innerJoin('stripe_customers', 'stripe_customers.id', 'subscriptions.customer_id')
        .selectAll('subscriptions')
        .where('stripe_customers.user_id', '=', userId)
        .executeTakeFirst(),

    async findEmail(customerId) {
      const found = await db
        .selectFrom('stripe_customers')
        .innerJoin('users', 'users.id', 'stripe_customers.user_id')
        .select('users.email')
        .where('stripe_customers.id', '=', customerId)
        .executeTakeFirst();
      return found?.email;
    },

    async recordCheckout(customerId, now, checkAt) {
      const { numUpdatedRows } = await db
        .updateTable('stripe_customers')
        .set({ checkout_at: now, check_at: checkAt })
        .where('id', '=', customerId)
        .where('user_id', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    beginReading: (customerId) =>
      db
        .updateTable('stripe_customers')
        .set((row) => ({ readings: row('readings', '+', 1) }))
        .where('id', '=', customerId)
        .returning(['readings as number', 'checkout_at as checkoutAt'])
        .executeTakeFirst(),

    async findIdOfUser(tx, userId) {
      const found = tx.selectFrom('stripe_customers').select('id').where('user_id', '=', userId);
      return (await found.executeTakeFirst())?.id;
    },

    async findUserId(tx, customerId) {
      const found = tx.selectFrom('stripe_customers').select('user_id').where('id', '=', customerId);
      return (await found.executeTakeFirst())?.user_id ?? null;
    },

    async add(tx, { id, userId, createdAt }) {
      const neverSubscribed = { checkout_at: null, subscribed_at: null, check_at: null };
      await tx
        .insertInto('stripe_customers')
        .values({ id, user_id: userId, created_at: createdAt, ...neverSubscribed })
        .execute();
    },

    async remove(tx, customerId) {
      await tx.deleteFrom('stripe_customers').where('id', '=', customerId).execute();
    },

    keepReading: (tx, customerId, { number, checkAt }) =>
      tx
        .updateTable('stripe_customers')
        .set({ kept_reading: number, check_at: checkAt })
        .where('id', '=', customerId)
        .where('kept_reading', '<', number)
        .returning('user_id as userId')
        .executeTakeFirst(),

    replaceSubscription,
  };
}

async function replaceSubscription(
  tx: Tx,
  customerId: string,
  subscription: PaidSubscription | null,
  now: Instant,
): Promise<void> {
  await tx.deleteFrom('subscriptions').where('customer_id', '=', customerId).execute();
  if (!subscription) return;
  const { id, tier, period, status, paidUntil, endsAt } = subscription;
  await tx
    .insertInto('subscriptions')
    .values({
      customer_id: customerId,
      subscription_id: id,
      tier,
      period,
      status,
      paid_until: paidUntil,
      ends_at: endsAt,
    })
    .execute();
  await tx
    .updateTable('stripe_customers')
    .set({ subscribed_at: now })
    .where('id', '=', customerId)
    .where('subscribed_at', 'is', null)
    .execute();
}
