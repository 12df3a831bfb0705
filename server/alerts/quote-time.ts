/** No process is ahead by this much (ms): what it wrote is from before the clock was set back. */
export const clockSetBackMs = 300_000;

/** Whether quotes of one instant (ms) come after those of another, by the clock's `now`. */
export function isAfter(asOf: number, earlier: number, now: number): boolean {
  return asOf > earlier || earlier > now + clockSetBackMs;
}
