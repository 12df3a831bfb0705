import type { Instant, Milliseconds } from '#contract/units.ts';

/** How far the clocks of two processes may differ. Anything further ahead was written before the clock was set back. */
export const maxClockSkewMs: Milliseconds = 300_000;

/**
 * Whether a quote is later than the one that armed an alert. If `armedAsOf` is past `latest`, the clock has been set
 * back since arming, and every quote up to `latest` counts as later.
 */
export function isAfterArming(asOf: Instant, armedAsOf: Instant, latest: Instant): boolean {
  return asOf > armedAsOf || (armedAsOf > latest && asOf <= latest);
}

/** Whether quotes are later than earlier ones, even if the clock was set back between them. */
export function isAfter(asOf: Instant, earlier: Instant, now: Instant): boolean {
  return asOf > earlier || earlier > now + maxClockSkewMs;
}
