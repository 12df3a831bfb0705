/** No process is ahead by this much (ms): what it wrote is from before the clock was set back. */
const clockSetBackMs = 3_600_000;

/** Whether quotes of one instant (ms) come after those of another. */
export function isAfter(asOf: number, earlier: number): boolean {
  return asOf > earlier || earlier - asOf > clockSetBackMs;
}
