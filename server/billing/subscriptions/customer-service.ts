import type { Logger } from 'pino';
import type { PaidTier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import { setPaidTier } from '#server/accounts/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { Customer, PaidSubscription, Payments } from '../payments/payments.ts';
import { chooseSubscription } from './choose-subscription.ts';
import type { CustomerStore } from './customer-store.ts';
import type { FirstMonthPayerStore } from './first-month-payer-store.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** How long a payment page stays payable at Stripe, plus a margin. */
const checkoutLifeMs = 25 * hour;

export interface CustomerDeps {
  readonly db: Database;
  readonly customers: CustomerStore;
  readonly payments: Payments;
  /** Undefined if there is no offer for the first month. */
  readonly payers: FirstMonthPayerStore | undefined;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** What one reading of Stripe found. */
interface Reading {
  readonly number: number;
  readonly subscription: PaidSubscription | null;
  /** When to read again if no event arrives; null if not needed. */
  readonly checkAt: Instant | null;
}

/**
 * Reads a customer's state at Stripe and stores it. Returns the state; null if Stripe has no such customer, undefined
 * if we have none. Events only trigger a reading; their content is never used. Throws `payments_unavailable`.
 */
export async function refreshCustomer(
  deps: CustomerDeps,
  customerId: string,
): Promise<Customer | null | undefined> {
  const { customers, payments, clock, logger } = deps;
  const begun = await customers.beginReading(customerId);
  if (!begun) return undefined;
  const customer = await payments.findCustomer(customerId);
  const subscriptions = customer?.subscriptions ?? [];
  if (subscriptions.filter(isPaid).length > 1) {
    logger.warn({ customer: customerId }, 'a customer has more than one subscription: the highest counts');
  }
  const subscription = chooseSubscription(subscriptions);
  const now = clock.now();
  const checkAt = nextCheck(subscription, begun.checkoutAt, now);
  await keepReading(deps, customerId, { number: begun.number, subscription, checkAt }, now);
  if (customer) await updateEmail(deps, customerId, customer.email);
  return customer;
}

/** Adds the user's customer. Returns `id`, or the id of the customer that another process added first. */
export function addCustomer(
  { db, customers, clock }: Pick<CustomerDeps, 'db' | 'customers' | 'clock'>,
  id: string,
  userId: string,
): Promise<string> {
  const createdAt = clock.now();
  return transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const known = owner && (await customers.findIdOfUser(tx, userId));
    if (known !== undefined) return known;
    // If the account has just been deleted, the row has no user, and the reconciler deletes the customer at Stripe.
    await customers.add(tx, { id, userId: owner ? userId : null, createdAt });
    return id;
  });
}

/** Removes a customer that Stripe no longer has, together with the paid tier. */
export function removeCustomer(
  deps: Pick<CustomerDeps, 'db' | 'customers' | 'clock' | 'logger'>,
  customerId: string,
): Promise<void> {
  const { db, customers } = deps;
  return transact(db, async (tx) => {
    const userId = await lockCustomerOwner(customers, tx, customerId);
    // An earlier reading that found nothing paid may have been superseded, and without the row there will be no other.
    if (userId) await setPaidTier(deps, tx, { userId, paid: null });
    await customers.remove(tx, customerId);
  });
}

/** Locks the user before the customer's row, in the same order as deleting an account; the reverse could deadlock. */
async function lockCustomerOwner(
  customers: CustomerStore,
  tx: Tx,
  customerId: string,
): Promise<string | null> {
  const userId = await customers.findUserId(tx, customerId);
  if (userId) await lockOwner(tx, userId);
  return userId;
}

function keepReading(
  deps: CustomerDeps,
  customerId: string,
  { number, subscription, checkAt }: Reading,
  now: Instant,
): Promise<void> {
  const { db, customers, payers } = deps;
  return transact(db, async (tx) => {
    await lockCustomerOwner(customers, tx, customerId);
    const kept = await customers.keepReading(tx, customerId, { number, checkAt });
    if (!kept) return;
    await customers.replaceSubscription(tx, customerId, subscription, now);
    if (kept.userId && subscription) await payers?.note(tx, kept.userId, now);
    if (kept.userId) await setPaidTier(deps, tx, { userId: kept.userId, paid: paidTierOf(subscription) });
  });
}

function paidTierOf(subscription: PaidSubscription | null): PaidTier | null {
  return subscription && isPaid(subscription) ? subscription.tier : null;
}

function isPaid({ status }: PaidSubscription): boolean {
  return status !== 'unpaid';
}

/** Sends Stripe the user's current address, so that its e-mails about payments arrive. */
async function updateEmail(
  { customers, payments }: Pick<CustomerDeps, 'customers' | 'payments'>,
  customerId: string,
  known: string | null,
): Promise<void> {
  const email = await customers.findEmail(customerId);
  if (email === undefined || email === known) return;
  // The provider logs a failure, and the next reading tries again.
  await payments.updateEmail(customerId, email).catch(() => undefined);
}

/** When to read again without an event: after the paid period, once a day, and while a payment may be in progress. */
function nextCheck(
  subscription: PaidSubscription | null,
  checkoutAt: Instant | null,
  now: Instant,
): Instant | null {
  if (subscription) {
    const periodEnd = (subscription.endsAt ?? subscription.paidUntil) + hour;
    return periodEnd > now ? Math.min(periodEnd, now + day) : now + day;
  }
  return checkoutAt !== null && now - checkoutAt < checkoutLifeMs ? now + hour : null;
}
