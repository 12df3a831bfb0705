import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MarketStatus, QuotesEvent } from '#contract/market.ts';
import { patchQuotes } from './live-quotes.ts';
import { type LiveState, openLiveStream } from './live-stream.ts';
import { type CoinList, coinListQuery, readCoinList, statusQuery } from './queries.ts';

/** While on, the rows in the cache follow the market's stream. Gives how the connection stands. */
export function useLiveQuotes(isOn: boolean): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('off');
  useEffect(() => {
    if (!isOn) return;
    return openLiveStream({
      onState: setState,
      onQuotes: (event) => applyQuotes(queryClient, event),
      onStatus: (status) => applyStatus(queryClient, status),
    });
  }, [isOn, queryClient]);
  return state;
}

/** Puts an event's quotes into the rows shown. Quotes of another source, or without rows, mean that all is asked anew. */
export function applyQuotes(queryClient: QueryClient, event: QuotesEvent): void {
  const { queryKey } = coinListQuery();
  const shown = queryClient.getQueryData(queryKey);
  if (!shown || (shown.source && shown.source !== event.source)) return void catchUp(queryClient);
  if (isOlder(event.asOf, shown)) return;
  queryClient.setQueryData(queryKey, patchQuotes(shown, event));
  queryClient.setQueryData(
    statusQuery().queryKey,
    (status) => status && { ...status, market: { ...status.market, asOf: event.asOf } },
  );
}

/** Keeps the market's status. Of another source than the rows shown, all of them are asked anew. */
export function applyStatus(queryClient: QueryClient, market: MarketStatus): void {
  queryClient.setQueryData(statusQuery().queryKey, (status) => status && { ...status, market });
  const shown = queryClient.getQueryData(coinListQuery().queryKey);
  if (!shown || shown.source !== market.source) void catchUp(queryClient);
}

/** Asks for all rows, and shows them unless the stream brought newer ones meanwhile. A failure is left to the next event. */
async function catchUp(queryClient: QueryClient): Promise<void> {
  const { queryKey } = coinListQuery();
  const answer = await readCoinList(queryClient).catch(() => null);
  const shown = queryClient.getQueryData(queryKey);
  if (!answer || (shown?.source === answer.source && isOlder(answer.asOf, shown))) return;
  queryClient.setQueryData(queryKey, answer);
}

function isOlder(asOf: string | null, list: CoinList): boolean {
  return Date.parse(asOf ?? '') < Date.parse(list.asOf ?? '');
}
