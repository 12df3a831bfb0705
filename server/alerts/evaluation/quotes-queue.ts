import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { isAfter } from './clock-skew.ts';

/** Quotes this process has seen but not written yet. */
export interface QuotesQueue {
  /** Ignores quotes that are not newer than the last ones added from their source. */
  add(accepted: AcceptedQuotes, now: Instant): void;
  first(): AcceptedQuotes | undefined;
  remove(accepted: AcceptedQuotes): void;
}

/** When the queue is full because the database can't be written, the oldest quotes are dropped. */
const maxQueued = 120;

export function createQuotesQueue(): QuotesQueue {
  let queued: AcceptedQuotes[] = [];
  const newest = new Map<MarketSource, Instant>();
  return {
    add(accepted, now) {
      const { source, asOf } = accepted;
      if (!isAfter(asOf, newest.get(source) ?? 0, now)) return;
      newest.set(source, asOf);
      queued.push(accepted);
      if (queued.length > maxQueued) queued.shift();
    },
    first: () => queued[0],
    remove(written) {
      queued = queued.filter((accepted) => accepted !== written);
    },
  };
}
