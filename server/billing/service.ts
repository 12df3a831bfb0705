import {
  getPlan,
  hasFeature,
  type LimitType,
  type PlanFeature,
  planFeatures,
  type Tier,
} from '#contract/plans.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { canSeeHistory, getLimit, tierForHistory } from './entitlements.ts';

/** Whether a tier allows one more where there are `count`. */
export function mayAdd(tier: Tier, limitType: LimitType, count: number): boolean {
  const limit = getLimit(tier, limitType);
  return limit === null || count < limit;
}

/** The refusal of what would exceed a limit. */
export function limitReached(tier: Tier, limitType: LimitType): AppError {
  const limit = getLimit(tier, limitType) ?? 0;
  return new AppError(
    'limit_reached',
    `You've reached your ${limitType} limit. Upgrade your plan to continue adding more items.`,
    { details: { limitType, limit, tier } },
  );
}

/** The refusal of price history beyond the plan; undefined: it is included. `tier` null: no account. */
export function refuseHistory(tier: Tier | null, days: number | 'max'): AppError | undefined {
  if (canSeeHistory(tier, days)) return undefined;
  return planRequired('This range of price history', tierForHistory(days));
}

/** The refusal of a feature of higher plans; undefined: it is included. */
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
