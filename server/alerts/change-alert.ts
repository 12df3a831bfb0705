import { findThresholdFault, isAboutPrice } from '#contract/alert-threshold.ts';
import type { UpdateAlert } from '#contract/alerts.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';

type Change = Partial<
  Pick<
    AlertTable,
    'condition' | 'threshold' | 'status' | 'note' | 'repeat' | 'cooldown_minutes' | 'when_true'
  >
>;

/** What a change makes of an alert. */
export type PlannedChange =
  | {
      readonly outcome: 'change';
      readonly set: Change;
      /** Whether the limit has a say: it counts from now on, or goes on watching. */
      readonly needsRoom: boolean;
      /** Whether it is armed anew at the present quote. */
      readonly arms: boolean;
    }
  /** The threshold does not fit the condition. */
  | { readonly outcome: 'misfit'; readonly message: string };

type Known = Pick<
  AlertTable,
  'condition' | 'threshold' | 'status' | 'repeat' | 'cooldown_minutes' | 'when_true'
>;

/**
 * Works out what a user's change does. Making an alert active arms it, and so does another condition or threshold of an
 * active one; who asks for an active one to be armed again, for a condition that holds, gets that too.
 */
export function planChange(alert: Known, wanted: UpdateAlert): PlannedChange {
  const { whenTrue, cooldownMinutes, ...named } = wanted;
  const next = { ...alert, ...withoutUndefined(named) };
  const message = findMisfit(alert, wanted, next);
  if (message !== undefined) return { outcome: 'misfit', message };
  const isActive = next.status === 'active';
  const becomesActive = isActive && alert.status !== 'active';
  const isOther = next.condition !== alert.condition || next.threshold !== alert.threshold;
  const isAsked = whenTrue === 'fire' || (whenTrue === 'wait' && alert.when_true === 'fire');
  const arms = isActive && (becomesActive || isOther || isAsked);
  const countsAnew = alert.status === 'triggered' && next.status !== 'triggered';
  return {
    outcome: 'change',
    set: {
      ...withoutUndefined({ ...named, cooldown_minutes: cooldownMinutes }),
      ...(arms && { when_true: whenTrue ?? 'wait' }),
    },
    needsRoom: becomesActive || countsAnew,
    arms,
  };
}

function findMisfit(alert: Known, wanted: UpdateAlert, next: Known): string | undefined {
  if (wanted.condition === undefined && wanted.threshold === undefined) return undefined;
  const isOtherKind = isAboutPrice(next.condition) !== isAboutPrice(alert.condition);
  return findThresholdFault(next.condition, isOtherKind ? (wanted.threshold ?? '') : next.threshold);
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
