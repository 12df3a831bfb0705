import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type {
  StripeCustomerTable,
  SubscriptionTable,
} from '#server/platform/database/tables/billing-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { setPaidTier } from '#server/platform/database/user-tier.ts';
import type { PaidSubscription } from './payments.ts';

export type CustomerRow = Pick<StripeCustomerTable, 'id' | 'created_at' | 'subscribed_at'>;

/** What one reading of Stripe has found, and when Stripe is to be asked again by itself; null: no need. */
export interface Reading {
  readonly number: number;
  readonly subscription: PaidSubscription | null;
  readonly checkAt: number | null;
}

export interface CustomerStore {
  findByUser(userId: string): Promise<CustomerRow | undefined>;
  /** Gives the user's customer: this one, or the one that another process has added meanwhile. */
  add(customerId: string, userId: string, now: number): Promise<string>;
  /** Forgets a customer that Stripe no longer has, and with them what they paid for. */
  remove(customerId: string): Promise<void>;
  noteCheckout(customerId: string, now: number, checkAt: number): Promise<void>;
  /**
   * Numbers a reading of Stripe that is about to begin. Of several only the one with the highest number is kept, so that
   * what was read before a change never covers what was read after it. Undefined: there is no such customer here.
   */
  beginReading(customerId: string): Promise<{ number: number; checkoutAt: number | null } | undefined>;
  /** Keeps what was read, and gives the user the tier of it. */
  keepReading(customerId: string, reading: Reading, now: number): Promise<void>;
  findSubscription(userId: string): Promise<SubscriptionTable | undefined>;
  /** The address of the account whose customer this is. Undefined: it is deleted. */
  findEmail(customerId: string): Promise<string | undefined>;
}

export function createCustomerStore(db: Database): CustomerStore {
  return {
    findByUser: (userId) =>
      db
        .selectFrom('stripe_customers')
        .select(['id', 'created_at', 'subscribed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    add: (id, userId, now) => db.transaction().execute((tx) => addCustomer(tx, id, userId, now)),

    remove: (customerId) => db.transaction().execute((tx) => removeCustomer(tx, customerId)),

    async noteCheckout(customerId, now, checkAt) {
      await db
        .updateTable('stripe_customers')
        .set({ checkout_at: now, check_at: checkAt })
        .where('id', '=', customerId)
        .execute();
    },

    beginReading: (customerId) =>
      db
        .updateTable('stripe_customers')
        .set((row) => ({ readings: row('readings', '+', 1) }))
        .where('id', '=', customerId)
        .returning(['readings as number', 'checkout_at as checkoutAt'])
        .executeTakeFirst(),

    keepReading: (customerId, reading, now) =>
      db.transaction().execute((tx) => keepReading(tx, customerId, reading, now)),

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
  };
}

async function addCustomer(
  tx: Transaction<Tables>,
  id: string,
  userId: string,
  now: number,
): Promise<string> {
  // Of an account that was deleted meanwhile the customer is nobody's, and is ended at Stripe like all such.
  const isThere = await lockUser(tx, userId);
  if (isThere) {
    const other = tx.selectFrom('stripe_customers').select('id').where('user_id', '=', userId);
    const known = await other.executeTakeFirst();
    if (known) return known.id;
  }
  await tx
    .insertInto('stripe_customers')
    .values({ id, user_id: isThere ? userId : null, created_at: now, checkout_at: null, ...neverSubscribed })
    .execute();
  return id;
}

async function removeCustomer(tx: Transaction<Tables>, id: string): Promise<void> {
  const userId = await lockOwner(tx, id);
  // A reading that was overtaken has not told that nothing is paid any more, and there is no row for another one.
  if (userId) await setPaidTier(tx, userId, null);
  await tx.deleteFrom('stripe_customers').where('id', '=', id).execute();
}

/** Locks whose customer it is. Before the customer's row, as a deletion does: in another order they could wait for each other. */
async function lockOwner(tx: Transaction<Tables>, customerId: string): Promise<string | null> {
  const customer = await tx
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer?.user_id) return null;
  await lockUser(tx, customer.user_id);
  return customer.user_id;
}

const neverSubscribed = { subscribed_at: null, check_at: null };

async function keepReading(
  tx: Transaction<Tables>,
  customerId: string,
  { number, subscription, checkAt }: Reading,
  now: number,
): Promise<void> {
  await lockOwner(tx, customerId);
  const kept = await tx
    .updateTable('stripe_customers')
    .set({ kept_reading: number, check_at: checkAt })
    .where('id', '=', customerId)
    .where('kept_reading', '<', number)
    .returning('user_id')
    .executeTakeFirst();
  if (!kept) return;
  await replaceSubscription(tx, customerId, subscription, now);
  if (kept.user_id) await setPaidTier(tx, kept.user_id, paidTierOf(subscription));
}

async function replaceSubscription(
  tx: Transaction<Tables>,
  customerId: string,
  subscription: PaidSubscription | null,
  now: number,
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

function paidTierOf(subscription: PaidSubscription | null) {
  return subscription && subscription.status !== 'unpaid' ? subscription.tier : null;
}
