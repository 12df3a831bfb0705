import type Stripe from 'stripe';
import { type PaidTier, paidTiers } from '#contract/plans.ts';
import type { PaidSubscription } from '../payments/payments.ts';
import { chooseSubscription } from '../subscriptions/choose-subscription.ts';

/** The Stripe id of a plan's product. It identifies a subscription's plan, whatever its price. */
export function productIdOf(tier: PaidTier): string {
  return `altimeter_${tier}`;
}

const intervals = { month: 'monthly', year: 'yearly' } as const;

/**
 * Our status for each of Stripe's; subscriptions with any other status have ended or never started. The plan continues
 * while Stripe retries a failed payment (`past_due`).
 */
const states: Readonly<Record<string, PaidSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
} satisfies Partial<Record<Stripe.Subscription.Status, PaidSubscription['status']>>;

/**
 * Describes a Stripe subscription; null if it has ended or is for other products. If it contains several plans, the
 * highest counts.
 */
export function describeSubscription(subscription: Stripe.Subscription): PaidSubscription | null {
  const plans = subscription.items.data.map((item) => describeItem(subscription, item));
  return chooseSubscription(plans.filter((plan) => plan !== null));
}

function describeItem(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): PaidSubscription | null {
  const status = states[subscription.status];
  const tier = tierOf(item.price);
  const period = intervals[item.price.recurring?.interval as keyof typeof intervals];
  if (!status || !tier || !period) return null;
  const paidUntil = item.current_period_end * 1000;
  const endsAt = endOf(subscription, paidUntil);
  return { id: subscription.id, itemId: item.id, tier, period, status, paidUntil, endsAt };
}

function tierOf({ product }: Stripe.Price): PaidTier | undefined {
  const id = typeof product === 'string' ? product : product.id;
  return paidTiers.find((tier) => productIdOf(tier) === id);
}

/** Stripe expresses a cancellation as an instant, as the end of the period, or as both. */
function endOf({ cancel_at, cancel_at_period_end }: Stripe.Subscription, paidUntil: number): number | null {
  if (cancel_at !== null) return cancel_at * 1000;
  return cancel_at_period_end ? paidUntil : null;
}
