import { hasFeature, type PlanFeature } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';

/** Whether the plan of who is signed in has a feature; undefined until it is known who that is. */
export function useHasFeature(feature: PlanFeature): boolean | undefined {
  const { user } = useCurrentUser();
  return user ? hasFeature(user.subscriptionTier, feature) : undefined;
}
