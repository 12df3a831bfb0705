import { hasFeature, type PlanFeature } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';

/** Whether the user's plan has a feature. Undefined until the user is known. */
export function useHasFeature(feature: PlanFeature): boolean | undefined {
  const { user } = useCurrentUser();
  return user ? hasFeature(user.subscriptionTier, feature) : undefined;
}
