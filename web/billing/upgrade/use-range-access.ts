import { useQuery } from '@tanstack/react-query';
import type { RangeAccess } from '#web/market/chart/chart-ranges.ts';
import { planForHistory } from '../plans/plan-for-history.ts';
import { useOwnPlan } from '../plans/use-own-plan.ts';
import { plansQuery } from '../queries.ts';
import { openUpgradePrompt, prepareUpgradePrompt } from './upgrade-prompts.ts';

/** The chart ranges available to the user, or to a visitor until the user is known. */
export function useRangeAccess(): RangeAccess {
  const { data } = useQuery(plansQuery());
  const own = useOwnPlan();
  return {
    days: (own ?? data?.guest)?.historyDays,
    describeLock: (days) =>
      `Longer history is part of ${(data && planForHistory(data.plans, days)?.name) ?? 'a higher plan'}`,
    onLocked: openUpgradePrompt,
    onNearLocked: prepareUpgradePrompt,
  };
}
