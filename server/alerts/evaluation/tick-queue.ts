import type { MarketSource } from '#contract/market.ts';
import { isAfter } from '../quote-time.ts';
import type { BelievedQuotes } from './accepted-quotes.ts';

/** Quotes that this process has seen and that are not written yet. */
export interface TickQueue {
  /** Adds what is newer than all that was added of its source before; `now` in milliseconds. */
  add(tick: BelievedQuotes, now: number): void;
  first(): BelievedQuotes | undefined;
  remove(tick: BelievedQuotes): void;
}

/** Where nothing can be written the oldest go. */
const mostTicks = 120;

export function createTickQueue(): TickQueue {
  let ticks: BelievedQuotes[] = [];
  const newest = new Map<MarketSource, number>();
  return {
    add(tick, now) {
      const { source, asOf } = tick;
      if (!isAfter(asOf, newest.get(source) ?? 0, now)) return;
      newest.set(source, asOf);
      ticks.push(tick);
      if (ticks.length > mostTicks) ticks.shift();
    },
    first: () => ticks[0],
    remove(written) {
      ticks = ticks.filter((tick) => tick !== written);
    },
  };
}
