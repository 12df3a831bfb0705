import type { Instant } from '#contract/units.ts';

/** The end of the cooldown of a repeating alert that fired on a quote of `at`. Counted by the quotes' own time. */
export function cooldownUntil(cooldownMinutes: number, at: Instant): Instant {
  return at + cooldownMinutes * 60_000;
}

/** Whether an alert ignores a crossing at `at`. `until` null: it has no cooldown. */
export function isCoolingDown(until: Instant | null, at: Instant): boolean {
  return until !== null && at < until;
}
