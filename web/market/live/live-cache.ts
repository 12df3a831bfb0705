import type { QueryClient } from '@tanstack/react-query';
import type { MarketStatus, QuotesEvent } from '#contract/market.ts';

/** Figures in the cache that can follow the stream. */
export interface LiveCache {
  /** Puts an event's quotes where they belong. Those of another source mean that all is asked anew. */
  applyQuotes(queryClient: QueryClient, event: QuotesEvent): void;
  /** After each opening of the stream, and when the market's state or source changes. */
  applyStatus(queryClient: QueryClient, status: MarketStatus): void;
  /** Asks for all anew, because quotes were missed. A failure is left to the next event. */
  catchUp(queryClient: QueryClient): void;
  /** How often to ask for all, for what the stream does not tell; never where absent. Milliseconds. */
  readonly wholeEveryMs?: number;
}
