import type { MarketSource } from '#contract/market.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { isAfter } from './quote-time.ts';

/** Quotes that this process has seen and that are not written yet. */
export interface TickQueue {
  /** Adds what is newer than all that was added of its source before; `now` in milliseconds. */
  add(tick: AcceptedQuotes, now: number): void;
  first(): AcceptedQuotes | undefined;
  remove(tick: AcceptedQuotes): void;
}

/** Where nothing can be written the oldest go. */
const maxQueuedTicks = 120;

export function createTickQueue(): TickQueue {
  let ticks: AcceptedQuotes[] = [];
  const newest = new Map<MarketSource, number>();
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
