/** The time, as a dependency, so that tests can move it. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds from `now` until `at`, 0 where that has passed. `at` was set at most `longestMs` ahead: where it is
 * further off, the clock was set back meanwhile, and nobody is to wait for it to catch up.
 */
export function waitUntil(at: number, now: number, longestMs: number): number {
  const wait = at - now;
  return wait > 0 && wait <= longestMs ? wait : 0;
}
