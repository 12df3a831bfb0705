import type { HistoryDays } from '#contract/market.ts';
import type { Plan } from '#contract/plans.ts';

/** The first, and so the cheapest, plan with that many days of price history. */
export function planForHistory(plans: readonly Plan[], days: HistoryDays): Plan | undefined {
  return plans.find(({ historyDays }) => historyDays === null || (days !== 'max' && days <= historyDays));
}
