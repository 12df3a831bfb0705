/** Until when (ms) an alert that repeats rests once a quote of `at` made it fire: counted by the quotes' own time. */
export function cooldownUntil(cooldownMinutes: number, at: number): number {
  return at + cooldownMinutes * 60_000;
}

/** Whether an alert that rests until an instant, or never rested, passes over a crossing at `at`. */
export function isCoolingDown(until: number | null, at: number): boolean {
  return until !== null && at < until;
}
