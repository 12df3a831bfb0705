import type { QueryClient } from '@tanstack/react-query';
import type { MarketStatus, QuotesEvent } from '#contract/market.ts';
import { onStreamEvent, onStreamState, type StreamState } from '../lib/shared-stream.ts';
import { liveCards } from './live-cards.ts';
import { liveCoin } from './live-coin.ts';
import { liveList } from './live-list.ts';
import { statusQuery } from './queries.ts';

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

/** The rows of the market table, the coins looked at by themselves, or those on cards. */
export type LiveFigures = 'list' | 'coin' | 'cards';

const caches: Record<LiveFigures, LiveCache> = { list: liveList, coin: liveCoin, cards: liveCards };

/** Lets figures in the cache follow the stream until stopped. `onState` is told how the connection stands. */
export function followMarket(
  queryClient: QueryClient,
  figures: LiveFigures,
  onState: (state: StreamState) => void,
): () => void {
  const cache = caches[figures];
  const { wholeEveryMs = Number.POSITIVE_INFINITY } = cache;
  let wholeAt = Date.now();
  const stops = [
    onStreamEvent('quotes', (event) => {
      cache.applyQuotes(queryClient, event);
      tellAge(queryClient, event);
      if (Date.now() - wholeAt < wholeEveryMs) return;
      wholeAt = Date.now();
      cache.catchUp(queryClient);
    }),
    onStreamEvent('status', (status) => {
      cache.applyStatus(queryClient, status);
      queryClient.setQueryData(statusQuery().queryKey, (known) => known && { ...known, market: status });
    }),
    onStreamEvent('reset', (names) => names.includes('quotes') && cache.catchUp(queryClient)),
    onStreamState(onState),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The page says the age of the newest quotes, wherever they stand. */
function tellAge(queryClient: QueryClient, { source, asOf }: QuotesEvent): void {
  queryClient.setQueryData(statusQuery().queryKey, (status) => {
    const isNewer = status?.market.source === source && (status.market.asOf ?? '') < asOf;
    return isNewer ? { ...status, market: { ...status.market, asOf } } : status;
  });
}
