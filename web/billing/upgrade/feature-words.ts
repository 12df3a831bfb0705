import { hasFeature, type Plan, type PlanFeature } from '#contract/plans.ts';

/**
 * A sentence that says whether the user's plan has a feature. `own` is null without an account. The plan may have
 * changed seconds ago.
 */
export function describeOwnFeature(own: Pick<Plan, 'tier' | 'name'> | null, feature: PlanFeature): string {
  if (!own) return 'You need an account with that plan.';
  return hasFeature(own.tier, feature)
    ? `Your ${own.name} plan includes it now.`
    : `Your ${own.name} plan doesn’t include it.`;
}
