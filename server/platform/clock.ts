/** The time as a dependency, so that tests can control it. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * The machine's time when this process started, plus the time that has passed since: setting the machine's clock does not
 * change it.
 */
export const steadyClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()) };

/**
 * Milliseconds from `now` until `at`; 0 if it has passed. `at` was set at most `maxMs` ahead: if it is further away,
 * the clock has been set back since, and nobody should wait for it to catch up.
 */
export function waitUntil(at: number, now: number, maxMs: number): number {
  const wait = at - now;
  return wait > 0 && wait <= maxMs ? wait : 0;
}
