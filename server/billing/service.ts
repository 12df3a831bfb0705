import {
  getPlan,
  guest,
  hasFeature,
  type LimitType,
  type PlanFeature,
  type PlanLimits,
  planFeatures,
  plans,
  type Tier,
} from '#contract/plans.ts';
import { AppError } from '#server/platform/http/app-error.ts';

const limitOf: Record<LimitType, keyof PlanLimits> = {
  watchlist: 'watchlist',
  portfolio: 'portfolios',
  alerts: 'alerts',
};

/** The tier's limit; null if unlimited. */
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

/** Whether a tier allows one more in addition to `count`. */
export function canAdd(tier: Tier, limitType: LimitType, count: number): boolean {
  const limit = getLimit(tier, limitType);
  return limit === null || count < limit;
}

/** The error for exceeding a limit. */
export function limitReached(tier: Tier, limitType: LimitType): AppError {
  const limit = getLimit(tier, limitType) ?? 0;
  return new AppError(
    'limit_reached',
    `You've reached your ${limitType} limit. Upgrade your plan to continue adding more items.`,
    { details: { limitType, limit, tier } },
  );
}

/** The refusal of price history beyond the plan; undefined if it is included. `tier` is null without an account. */
export function refuseHistory(tier: Tier | null, days: number | 'max'): AppError | undefined {
  if (canSeeHistory(tier, days)) return undefined;
  return planRequired('This range of price history', tierForHistory(days));
}

/** The refusal of a feature of higher plans; undefined if it is included. */
export function refuseFeature(tier: Tier, feature: PlanFeature): AppError | undefined {
  if (hasFeature(tier, feature)) return undefined;
  return planRequired(planFeatures[feature].line, planFeatures[feature].tier);
}

function planRequired(wanted: string, requiredTier: Tier): AppError {
  const { name } = getPlan(requiredTier);
  return new AppError('plan_required', `${wanted} is part of the ${name} plan.`, {
    details: { requiredTier },
  });
}
