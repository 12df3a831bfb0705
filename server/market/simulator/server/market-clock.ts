import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/** A clock that can be set ahead of its base clock and run faster. */
export interface MarketClock extends Clock {
  set(change: { offsetMs?: Milliseconds | undefined; speed?: number | undefined }): void;
  state(): { offsetMs: Milliseconds; speed: number };
}

export function createMarketClock(base: Clock): MarketClock {
  let speed = 1;
  /** From this base time on, time runs at `speed`, `offsetMs` ahead. */
  let since = base.now();
  let offsetMs = 0;
  const now = () => since + offsetMs + (base.now() - since) * speed;
  return {
    now,
    set(change) {
      const ahead = change.offsetMs ?? now() - base.now();
      since = base.now();
      offsetMs = ahead;
      speed = change.speed ?? speed;
    },
    state: () => ({ offsetMs: now() - base.now(), speed }),
  };
}
