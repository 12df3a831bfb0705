import type { Instant, Milliseconds } from '#contract/units.ts';

/** The most that the clocks of processes differ. Anything further ahead was written before the clock was set back. */
export const maxClockSkewMs: Milliseconds = 300_000;

/**
 * Whether a quote comes after the one that armed an alert. `armedAsOf` past `latest` is from before the clock was set
 * back; then every quote up to `latest` comes after it.
 */
export function isAfterArming(asOf: Instant, armedAsOf: Instant, latest: Instant): boolean {
  return asOf > armedAsOf || (armedAsOf > latest && asOf <= latest);
}

/** Whether quotes come after earlier ones, also where the clock was set back between them. */
export function isAfter(asOf: Instant, earlier: Instant, now: Instant): boolean {
  return asOf > earlier || earlier > now + maxClockSkewMs;
}
