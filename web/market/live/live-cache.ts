import type { QueryClient } from '@tanstack/react-query';
import type { MarketStatus } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { LiveQuotes } from './quote-patch.ts';

/** Cached figures that the stream can update. */
export interface LiveCache {
  /** Applies an event's quotes to the cache; quotes of another source trigger `catchUp`. */
  applyQuotes(queryClient: QueryClient, quotes: LiveQuotes): void;
  /** Called each time the stream opens, and when the market's state or source changes. */
  applyStatus(queryClient: QueryClient, status: MarketStatus): void;
  /** Refetches everything, because quotes were missed. After a failure, the next event tries again. */
  catchUp(queryClient: QueryClient): void;
  /** How often to refetch the fields that the stream lacks; absent: never. */
  readonly catchUpEvery?: Milliseconds;
}
