import type { QueryClient } from '@tanstack/react-query';
import type { MarketStatus } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { LiveQuotes } from './quote-patch.ts';

/** Figures in the cache that can follow the stream. */
export interface LiveCache {
  /** Puts an event's quotes where they belong; those of another source lead to `catchUp`. */
  applyQuotes(queryClient: QueryClient, quotes: LiveQuotes): void;
  /** After each opening of the stream, and when the market's state or source changes. */
  applyStatus(queryClient: QueryClient, status: MarketStatus): void;
  /** Fetches everything again, because quotes were missed. A failure is left to the next event. */
  catchUp(queryClient: QueryClient): void;
  /** How often to fetch everything for what the stream does not carry; never where absent. */
  readonly catchUpEvery?: Milliseconds;
}
