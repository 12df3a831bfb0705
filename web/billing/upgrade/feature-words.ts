import { hasFeature, type Plan, type PlanFeature } from '#contract/plans.ts';

/** What the plan of who asks has of a feature: a sentence. `own` null: no account. It may have been given just now. */
export function describeOwnFeature(own: Pick<Plan, 'tier' | 'name'> | null, feature: PlanFeature): string {
  if (!own) return 'You need an account with that plan.';
  return hasFeature(own.tier, feature)
    ? `Your ${own.name} plan has it now.`
    : `It is not in your ${own.name} plan.`;
}
