import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Stands still between the instants that are multiples of an interval: all servers see the same ones. */
export interface TickClock extends Clock {
  /** Moves on to the last of these instants. */
  advance(): void;
  /** Until the next of them, by the running clock. */
  untilNext(): Milliseconds;
}

export function createTickClock(clock: Clock, everyMs: Milliseconds): TickClock {
  const floor = (): Instant => Math.floor(clock.now() / everyMs) * everyMs;
  let tick = floor();
  return {
    now: () => tick,
    advance() {
      tick = floor();
    },
    untilNext: () => Math.max(1, tick + everyMs - clock.now()),
  };
}
