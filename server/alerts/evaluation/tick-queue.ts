import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { isAfter } from './clock-skew.ts';

/** Quotes this process has seen but not written yet. */
export interface TickQueue {
  /** Ignores quotes that are not newer than the last ones added from their source. */
  add(tick: AcceptedQuotes, now: Instant): void;
  first(): AcceptedQuotes | undefined;
  remove(tick: AcceptedQuotes): void;
}

/** When the queue is full because the database can't be written, the oldest quotes are dropped. */
const maxQueuedTicks = 120;

export function createTickQueue(): TickQueue {
  let ticks: AcceptedQuotes[] = [];
  const newest = new Map<MarketSource, Instant>();
  return {
    add(tick, now) {
      const { source, asOf } = tick;
      if (!isAfter(asOf, newest.get(source) ?? 0, now)) return;
      newest.set(source, asOf);
      ticks.push(tick);
      if (ticks.length > maxQueuedTicks) ticks.shift();
    },
    first: () => ticks[0],
    remove(written) {
      ticks = ticks.filter((tick) => tick !== written);
    },
  };
}
