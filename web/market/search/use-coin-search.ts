import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { coinsQuery, searchQuery } from '../queries.ts';
import { type CoinMatch, matchCoins, maxMatches, mergeMatches } from './search-matches.ts';

/** Texts with more characters than this are also searched on the server. */
const maxLocalLength = 2;
const settleMs = 180;

export interface CoinSearch {
  readonly matches: readonly CoinMatch[];
  /** More results may follow. */
  readonly isLoading: boolean;
  /** The server's search failed; loaded coins are still found. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Coins for a search text, at most `limit`: loaded ones immediately, then the server's for over two characters. */
export function useCoinSearch(text: string, limit = maxMatches): CoinSearch {
  const query = text.trim();
  const settled = useDebouncedValue(query, settleMs);
  const coins = useQuery({ ...coinsQuery(), enabled: query !== '' });
  const isRemote = query.length > maxLocalLength;
  const found = useQuery({ ...searchQuery(settled), enabled: isRemote && settled.length > maxLocalLength });
  const isCurrent = settled === query;
  const hits = isRemote && isCurrent ? (found.data?.coins ?? []) : [];
  return {
    matches: mergeMatches(matchCoins(coins.data ?? [], query), hits, limit),
    isLoading: (isRemote && (!isCurrent || found.isFetching)) || (query !== '' && coins.isFetching),
    hasFailed: isRemote && isCurrent && found.isError && !found.isFetching,
    retry: () => void found.refetch(),
  };
}
