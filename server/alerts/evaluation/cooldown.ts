import type { Instant } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { maxClockSkewMs } from './clock-skew.ts';

/** The end of the cooldown of a repeating alert that fired on a quote at `at`. Measured in quote time. */
export function cooldownUntil(cooldownMinutes: number, at: Instant): Instant {
  return at + cooldownMinutes * 60_000;
}

/** Whether an alert ignores a crossing at `at`. `until` is null if it has no cooldown. */
export function isCoolingDown(until: Instant | null, at: Instant): boolean {
  return until !== null && at < until;
}

/**
 * The end of an alert's cooldown; null if it has none. One that began in the future doesn't count: the clock has been set
 * back since.
 */
export function findCooldownEnd(
  { next_allowed_at: until, triggered_at }: Pick<AlertTable, 'next_allowed_at' | 'triggered_at'>,
  now: Instant,
): Instant | null {
  return triggered_at !== null && triggered_at > now + maxClockSkewMs ? null : until;
}
