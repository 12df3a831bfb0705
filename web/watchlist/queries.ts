import { queryOptions } from '@tanstack/react-query';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { readApi } from '#web/lib/api-client.ts';

/** A coin as identified in API requests. */
export type CoinChoice = Pick<WatchlistItem, 'coinId' | 'symbol' | 'name'>;

/** The watched coins in the order they were added. Only with a session. */
export const watchlistQuery = () =>
  queryOptions({
    queryKey: ['watchlist'],
    queryFn: ({ signal }) => readApi<WatchlistItem[]>('/api/watchlist', signal),
    staleTime: 30_000,
  });
