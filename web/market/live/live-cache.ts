import type { QueryClient } from '@tanstack/react-query';
import type { MarketStatus } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { LiveQuotes } from './quote-patch.ts';

/** Figures in the cache that can follow the stream. */
export interface LiveCache {
  /** Applies an event's quotes to the cache; quotes of another source trigger `catchUp`. */
  applyQuotes(queryClient: QueryClient, quotes: LiveQuotes): void;
  /** After each opening of the stream, and when the market's state or source changes. */
  applyStatus(queryClient: QueryClient, status: MarketStatus): void;
  /** Refetches everything, because quotes were missed. After a failure the next event tries again. */
  catchUp(queryClient: QueryClient): void;
  /** How often to refetch what the stream does not carry; absent: never. */
  readonly catchUpEvery?: Milliseconds;
}
