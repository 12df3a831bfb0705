import { higherTier } from '#contract/plans.ts';
import type { PaidSubscription } from '../payments/payments.ts';

/**
 * The subscription that counts, of those a customer has: one that gives its plan before one that was not paid, then
 * the higher plan, then the one that is paid for longer.
 */
export function chooseSubscription(subscriptions: readonly PaidSubscription[]): PaidSubscription | null {
  return subscriptions.reduce<PaidSubscription | null>(
    (best, one) => (best && !isBetter(one, best) ? best : one),
    null,
  );
}

function isBetter(one: PaidSubscription, other: PaidSubscription): boolean {
  const [gives, otherGives] = [one.status !== 'unpaid', other.status !== 'unpaid'];
  if (gives !== otherGives) return gives;
  if (one.tier !== other.tier) return higherTier(one.tier, other.tier) === one.tier;
  return one.paidUntil > other.paidUntil;
}
