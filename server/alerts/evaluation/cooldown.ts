import type { Instant } from '#contract/units.ts';

/** The end of the cooldown of a repeating alert that fired on a quote at `at`. Measured in quote time. */
export function cooldownUntil(cooldownMinutes: number, at: Instant): Instant {
  return at + cooldownMinutes * 60_000;
}

/** Whether an alert ignores a crossing at `at`. `until` is null if it has no cooldown. */
export function isCoolingDown(until: Instant | null, at: Instant): boolean {
  return until !== null && at < until;
}
