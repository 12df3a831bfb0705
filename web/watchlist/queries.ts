import { queryOptions } from '@tanstack/react-query';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { readApi, sendApi } from '../lib/api-client.ts';

/** Which coin is meant, as the API wants it named. */
export type CoinChoice = Pick<WatchlistItem, 'coinId' | 'symbol' | 'name'>;

/** The coins that are watched, in the order they were added. Only for who is signed in. */
export const watchlistQuery = () =>
  queryOptions({
    queryKey: ['watchlist'],
    queryFn: ({ signal }) => readApi<WatchlistItem[]>('/api/watchlist', signal),
    staleTime: 30_000,
  });

export function addWatchlistItem(coin: CoinChoice): Promise<WatchlistItem> {
  return sendApi('POST', '/api/watchlist', coin);
}

export function removeWatchlistItem(coinId: string): Promise<void> {
  return sendApi('DELETE', `/api/watchlist/${encodeURIComponent(coinId)}`);
}
