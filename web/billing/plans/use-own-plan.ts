import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { plansQuery } from '../queries.ts';

/** The user's plan. Null for visitors, and until both the user and the plans have loaded. */
export function useOwnPlan(): Plan | null {
  const { user } = useCurrentUser();
  const { data } = useQuery(plansQuery());
  return data?.plans.find(({ tier }) => tier === user?.subscriptionTier) ?? null;
}
