import { higherTier } from '#contract/plans.ts';
import type { PaidSubscription } from '../payments/payments.ts';

/**
 * Chooses the effective subscription of a customer: paid before unpaid, then the higher plan, then the one paid for
 * longer.
 */
export function chooseSubscription(subscriptions: readonly PaidSubscription[]): PaidSubscription | null {
  return subscriptions.reduce<PaidSubscription | null>(
    (best, one) => (best && !isBetter(one, best) ? best : one),
    null,
  );
}

function isBetter(one: PaidSubscription, other: PaidSubscription): boolean {
  const [isPaid, isOtherPaid] = [one.status !== 'unpaid', other.status !== 'unpaid'];
  if (isPaid !== isOtherPaid) return isPaid;
  if (one.tier !== other.tier) return higherTier(one.tier, other.tier) === one.tier;
  return one.paidUntil > other.paidUntil;
}
