import type { Checkout } from '#contract/billing.ts';
import type { PaidTier } from '#contract/plans.ts';

const names: Readonly<Record<PaidTier, true>> = { pro: true, premium: true };

/** The plan and billing period that a URL requests. Null if it names no plan that is for sale. */
export function readWantedPlan(query: URLSearchParams): Checkout | null {
  const plan = query.get('plan') ?? '';
  if (!Object.hasOwn(names, plan)) return null;
  return { plan: plan as PaidTier, period: query.get('period') === 'yearly' ? 'yearly' : 'monthly' };
}
