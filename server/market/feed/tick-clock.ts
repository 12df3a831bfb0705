import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Stands still between multiples of an interval, so that all servers see the same instants. */
export interface TickClock extends Clock {
  /** Advances to the latest multiple. */
  advance(): void;
  /** The time until the next multiple, by the underlying clock. */
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
