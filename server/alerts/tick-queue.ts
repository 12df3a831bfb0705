import type { MarketSource } from '#contract/market.ts';
import type { BelievedQuotes } from './believed-quotes.ts';
import { isAfter } from './quote-time.ts';

/**
 * Quotes that this process has seen and that are not known to be evaluated, in the order of their time: who takes over
 * from another process goes through all of them, not only the newest.
 */
export interface TickQueue {
  /** Adds what is newer than all it ever had of its source. */
  add(tick: BelievedQuotes): void;
  first(): BelievedQuotes | undefined;
  /** Forgets those of a source up to an instant (ms). */
  removeUpTo(source: MarketSource, asOf: number): void;
  listSources(): MarketSource[];
}

/** More than anybody can be away for without being taken for dead; where nothing can be written the oldest go. */
const mostTicks = 120;

export function createTickQueue(): TickQueue {
  let ticks: BelievedQuotes[] = [];
  const newest = new Map<MarketSource, number>();
  return {
    add(tick) {
      const { source, asOf } = tick;
      if (!isAfter(asOf, newest.get(source) ?? 0)) return;
      newest.set(source, asOf);
      ticks.push(tick);
      if (ticks.length > mostTicks) ticks.shift();
    },
    first: () => ticks[0],
    removeUpTo(source, asOf) {
      ticks = ticks.filter((tick) => tick.source !== source || isAfter(tick.asOf, asOf));
    },
    listSources: () => [...new Set(ticks.map(({ source }) => source))],
  };
}
