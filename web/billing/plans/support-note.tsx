import { getPlan, hasFeature, planFeatures } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';

const { name } = getPlan(planFeatures.prioritySupport.tier);

/** What the plan with priority support means for a message, to its users and to everyone else. */
export function SupportNote() {
  const { user } = useCurrentUser();
  if (user && hasFeature(user.subscriptionTier, 'prioritySupport')) {
    return `Your messages are marked ${name} and answered first.`;
  }
  return `Messages that ${name} users send while signed in are marked and answered first.`;
}
