/** No process is ahead by this much (ms): what it wrote is from before the clock was set back. */
export const maxClockSkewMs = 300_000;

/** What was quoted before this long (ms) is forgotten: what a coin did meanwhile is no crossing any more. */
export const maxQuoteAgeMs = 365 * 24 * 3_600_000;

/**
 * Whether a quote of one instant (ms) comes after what an alert was armed by. `latest`: what is later than this was
 * quoted before the clock was set back, and all that is not comes after it.
 */
export function isAfterArming(asOf: number, armedAsOf: number, latest: number): boolean {
  return asOf > armedAsOf || (armedAsOf > latest && asOf <= latest);
}

/** Whether quotes of one instant (ms) come after those of another, by the clock's `now`. */
export function isAfter(asOf: number, earlier: number, now: number): boolean {
  return asOf > earlier || earlier > now + maxClockSkewMs;
}
