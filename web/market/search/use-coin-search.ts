import { useQuery } from '@tanstack/react-query';
import { useSettled } from '#web/lib/form/use-settled.ts';
import { coinsQuery, searchQuery } from '../queries.ts';
import { type CoinMatch, matchCoins, mergeMatches, shownMatches } from './search-matches.ts';

/** Texts longer than this are sent to the server. */
const searchedAbove = 2;
const settleMs = 180;

export interface CoinSearch {
  readonly matches: readonly CoinMatch[];
  /** More results may follow. */
  readonly isLoading: boolean;
  /** The server's search failed; loaded coins are still found. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Coins for a search text: loaded ones immediately, the server's for texts over two characters; at most `limit`. */
export function useCoinSearch(text: string, limit = shownMatches): CoinSearch {
  const query = text.trim();
  const settled = useSettled(query, settleMs);
  const coins = useQuery({ ...coinsQuery(), enabled: query !== '' });
  const isAsked = query.length > searchedAbove;
  const found = useQuery({ ...searchQuery(settled), enabled: isAsked && settled.length > searchedAbove });
  const isCurrent = settled === query;
  const hits = isAsked && isCurrent ? (found.data?.coins ?? []) : [];
  return {
    matches: mergeMatches(matchCoins(coins.data ?? [], query), hits, limit),
    isLoading: (isAsked && (!isCurrent || found.isFetching)) || (query !== '' && coins.isFetching),
    hasFailed: isAsked && isCurrent && found.isError && !found.isFetching,
    retry: () => void found.refetch(),
  };
}
