import { getPlan, hasFeature, planFeatures } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';

const { name } = getPlan(planFeatures.prioritySupport.tier);

/** Says what priority support means for the user's message, or which plan includes it. */
export function SupportNote() {
  const { user } = useCurrentUser();
  if (user && hasFeature(user.subscriptionTier, 'prioritySupport')) {
    return `Your messages are marked ${name} and answered first.`;
  }
  return `Messages that ${name} users send while signed in are answered first.`;
}
