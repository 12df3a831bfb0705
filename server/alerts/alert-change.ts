import { findThresholdFault, isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { UpdateAlert } from '#contract/alerts/alerts.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';

type ChangedFields = Partial<
  Pick<
    AlertTable,
    'condition' | 'threshold' | 'currency' | 'status' | 'note' | 'repeat' | 'cooldown_minutes' | 'when_true'
  >
>;

/** What an update does to an alert. */
export type AlertChange =
  | {
      readonly outcome: 'change';
      readonly set: ChangedFields;
      /** Whether the plan's limit applies, because the alert becomes active or counts again. */
      readonly needsLimitCheck: boolean;
      /** Whether the alert is armed again, at the current quote. */
      readonly shouldArm: boolean;
    }
  /** The threshold is not valid for the condition. */
  | { readonly outcome: 'invalid'; readonly message: string };

type CurrentAlert = Pick<
  AlertTable,
  'condition' | 'threshold' | 'currency' | 'status' | 'repeat' | 'cooldown_minutes' | 'when_true'
>;

/**
 * Decides what an update does to an alert. It arms an alert that becomes active, and an active one whose condition,
 * threshold, currency or `whenTrue` changes. `whenTrue: fire` arms an active one every time.
 */
export function planChange(alert: CurrentAlert, request: UpdateAlert): AlertChange {
  const { whenTrue, cooldownMinutes, ...named } = request;
  const next = { ...alert, ...withoutUndefined(named) };
  const message = findThresholdIssue(alert, request, next);
  if (message !== undefined) return { outcome: 'invalid', message };
  const isActive = next.status === 'active';
  const becomesActive = isActive && alert.status !== 'active';
  const hasNewTerms =
    next.condition !== alert.condition ||
    next.threshold !== alert.threshold ||
    next.currency !== alert.currency;
  const isAsked = whenTrue === 'fire' || (whenTrue === 'wait' && alert.when_true === 'fire');
  const shouldArm = isActive && (becomesActive || hasNewTerms || isAsked);
  const countsAgain = alert.status === 'triggered' && next.status !== 'triggered';
  return {
    outcome: 'change',
    set: {
      ...withoutUndefined({ ...named, cooldown_minutes: cooldownMinutes }),
      ...(shouldArm && { when_true: whenTrue ?? 'wait' }),
    },
    needsLimitCheck: becomesActive || countsAgain,
    shouldArm,
  };
}

/**
 * A threshold can't be reused between a price and a percentage, or between two currencies, so changing either requires
 * a new threshold.
 */
function findThresholdIssue(
  alert: CurrentAlert,
  request: UpdateAlert,
  next: CurrentAlert,
): string | undefined {
  const { condition, threshold, currency } = request;
  if (condition === undefined && threshold === undefined && currency === undefined) return undefined;
  const isPrice = isAboutPrice(next.condition);
  const isOtherKind =
    isPrice !== isAboutPrice(alert.condition) || (isPrice && next.currency !== alert.currency);
  return findThresholdFault(next.condition, isOtherKind ? (threshold ?? '') : next.threshold);
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
