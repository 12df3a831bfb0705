import type { QueryClient } from '@tanstack/react-query';
import { showCoinRate, showRates } from '#web/lib/money/page-currency.ts';
import { onStreamEvent, onStreamState, type StreamState } from '#web/lib/stream/stream-events.ts';
import { statusQuery } from '../queries.ts';
import { type LiveFigures, liveCaches } from './live-caches.ts';
import { type LiveQuotes, toLiveQuotes } from './quote-patch.ts';

/**
 * Keeps cached figures up to date from the stream. Returns a function that stops it. `onState` receives the
 * connection's state.
 */
export function followMarket(
  queryClient: QueryClient,
  figures: LiveFigures,
  onState: (state: StreamState) => void,
): () => void {
  const cache = liveCaches[figures];
  const { catchUpEvery = Number.POSITIVE_INFINITY } = cache;
  let caughtUpAt = Date.now();
  const stops = [
    onStreamEvent('quotes', (event) => {
      const quotes = toLiveQuotes(event);
      showCoinRate(queryClient, event.quotes);
      cache.applyQuotes(queryClient, quotes);
      updateAge(queryClient, quotes);
      if (Date.now() - caughtUpAt < catchUpEvery) return;
      caughtUpAt = Date.now();
      cache.catchUp(queryClient);
    }),
    onStreamEvent('status', (status) => {
      cache.applyStatus(queryClient, status);
      queryClient.setQueryData(statusQuery().queryKey, (known) => known && { ...known, market: status });
    }),
    onStreamEvent('rates', (rates) => showRates(queryClient, rates)),
    onStreamEvent('reset', (names) => names.includes('quotes') && cache.catchUp(queryClient)),
    onStreamState(onState),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Updates the age shown on the page to that of the newest quotes. */
function updateAge(queryClient: QueryClient, { source, asOf }: LiveQuotes): void {
  queryClient.setQueryData(statusQuery().queryKey, (status) => {
    const isNewer = status?.market.source === source && (status.market.asOf ?? '') < asOf;
    return isNewer ? { ...status, market: { ...status.market, asOf } } : status;
  });
}
