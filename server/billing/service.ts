import { getPlan, hasApi, type LimitType, type Tier, tierForApi } from '#contract/plans.ts';
import { AppError } from '../platform/errors.ts';
import { canSeeHistory, getLimit, tierForHistory } from './entitlements.ts';

/** Whether a tier that has `count` of something may add one more. */
export function mayAdd(tier: Tier, limitType: LimitType, count: number): boolean {
  const limit = getLimit(tier, limitType);
  return limit === null || count < limit;
}

/** The refusal of what would pass a limit. */
export function limitReached(tier: Tier, limitType: LimitType): AppError {
  const limit = getLimit(tier, limitType) ?? 0;
  return new AppError(
    'limit_reached',
    `You've reached your ${limitType} limit. Upgrade your plan to continue adding more items.`,
    { details: { limitType, limit, tier } },
  );
}

/** The refusal of a program that uses the account, where the plan has no API; undefined where it does. */
export function refuseApi(tier: Tier): AppError | undefined {
  return hasApi(tier) ? undefined : planRequired('Using the API', tierForApi());
}

/** The refusal of a span of price history that the plan does not have; undefined where it does. `tier` null: no account. */
export function refuseHistory(tier: Tier | null, days: number | 'max'): AppError | undefined {
  if (canSeeHistory(tier, days)) return undefined;
  return planRequired('This range of price history', tierForHistory(days));
}

function planRequired(what: string, requiredTier: Tier): AppError {
  const { name } = getPlan(requiredTier);
  return new AppError('plan_required', `${what} is part of the ${name} plan.`, { details: { requiredTier } });
}
