import type { Checkout } from '#contract/billing.ts';
import type { PaidTier } from '#contract/plans.ts';

const names: Readonly<Record<PaidTier, true>> = { pro: true, premium: true };

/** The plan that an address asks to pay for, and how often; null: none that is for sale. */
export function readWantedPlan(query: URLSearchParams): Checkout | null {
  const plan = query.get('plan') ?? '';
  if (!Object.hasOwn(names, plan)) return null;
  return { plan: plan as PaidTier, period: query.get('period') === 'yearly' ? 'yearly' : 'monthly' };
}
