import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { CustomerStore } from '../payments/customer-store.ts';
import type { Customer, PaidSubscription, Payments } from '../payments/payments.ts';
import { chooseSubscription } from './choose-subscription.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** How long a payment page can be paid at Stripe, and a little. */
const checkoutLifeMs = 25 * hour;

export interface FollowDeps {
  readonly customers: CustomerStore;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Reads what Stripe has of a customer and keeps it. Gives what was read, null where Stripe has no such customer, and
 * undefined where we have none. Nothing is ever taken from an event: it only says that it is time to read.
 * Throws `payments_unavailable`.
 */
export async function followCustomer(
  { customers, payments, clock, logger }: FollowDeps,
  customerId: string,
): Promise<Customer | null | undefined> {
  const begun = await customers.beginReading(customerId);
  if (!begun) return undefined;
  const customer = await payments.findCustomer(customerId);
  const subscriptions = customer?.subscriptions ?? [];
  if (subscriptions.filter(({ status }) => status !== 'unpaid').length > 1) {
    logger.warn({ customer: customerId }, 'a customer has more than one subscription: the highest counts');
  }
  const subscription = chooseSubscription(subscriptions);
  const now = clock.now();
  const checkAt = nextCheck(subscription, begun.checkoutAt, now);
  await customers.keepReading(customerId, { number: begun.number, subscription, checkAt }, now);
  if (customer) await tellAddress({ customers, payments }, customerId, customer.email);
  return customer;
}

/** Tells Stripe the user's address where it has another: what Stripe mails about payments must reach them. */
async function tellAddress(
  { customers, payments }: Pick<FollowDeps, 'customers' | 'payments'>,
  customerId: string,
  known: string | null,
): Promise<void> {
  const email = await customers.findEmail(customerId);
  if (email === undefined || email === known) return;
  // A refusal stands in the log. The reading counts all the same, and the next one tries again.
  await payments.updateEmail(customerId, email).catch(() => undefined);
}

/** When to read again though no event came: after what was paid for, once a day, and while a payment may be under way. */
function nextCheck(
  subscription: PaidSubscription | null,
  checkoutAt: number | null,
  now: number,
): number | null {
  if (subscription) {
    const turn = (subscription.endsAt ?? subscription.paidUntil) + hour;
    return turn > now ? Math.min(turn, now + day) : now + day;
  }
  return checkoutAt !== null && now - checkoutAt < checkoutLifeMs ? now + hour : null;
}
