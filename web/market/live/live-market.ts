import type { QueryClient } from '@tanstack/react-query';
import type { QuotesEvent } from '#contract/market.ts';
import { onStreamEvent, onStreamState, type StreamState } from '#web/lib/stream/shared-stream.ts';
import { statusQuery } from '../queries.ts';
import type { LiveCache } from './live-cache.ts';
import { liveCards } from './live-cards.ts';
import { liveCoin } from './live-coin.ts';
import { liveList } from './live-list.ts';

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
