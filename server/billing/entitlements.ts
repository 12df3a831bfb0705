import { getPlan, guest, type LimitType, type PlanLimits, plans, type Tier } from '#contract/plans.ts';

const limitOf: Record<LimitType, keyof PlanLimits> = {
  watchlist: 'watchlist',
  portfolio: 'portfolios',
  alerts: 'alerts',
};

/** How many a tier may have; null: unlimited. */
export function getLimit(tier: Tier, limitType: LimitType): number | null {
  return getPlan(tier).limits[limitOf[limitType]];
}

/** Whether a tier includes this many days of price history. `tier` null: a visitor without an account. */
export function canSeeHistory(tier: Tier | null, days: number | 'max'): boolean {
  const allowed = tier === null ? guest.historyDays : getPlan(tier).historyDays;
  return allowed === null || (days !== 'max' && days <= allowed);
}

/** The lowest tier that includes this many days of price history. */
export function tierForHistory(days: number | 'max'): Tier {
  return plans.find(({ tier }) => canSeeHistory(tier, days))!.tier;
}
