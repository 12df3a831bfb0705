import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type CoinQuote, coinQuotesQuery, quoteOfDetail } from '../market/coin-quotes.ts';
import { coinQuery } from '../market/queries.ts';

export interface WatchedQuotes {
  /** By coin id; null: it could not be had; not there: it is still asked for. */
  readonly quotes: ReadonlyMap<string, CoinQuote | null>;
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The quotes of watched coins: of the market's list together, of any other by itself. */
export function useWatchedQuotes(coinIds: readonly string[]): WatchedQuotes {
  const list = useQuery({
    ...coinQuotesQuery(coinIds),
    enabled: coinIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const listed = list.data ?? {};
  const others = list.isSuccess && !list.isPlaceholderData ? coinIds.filter((coinId) => !listed[coinId]) : [];
  const details = useQueries({
    queries: others.map((coinId) => ({ ...coinQuery(coinId), refetchInterval: 60_000 })),
  });
  const quotes = new Map<string, CoinQuote | null>(Object.entries(listed));
  others.forEach((coinId, index) => {
    const { data, isError } = details[index]!;
    if (data) quotes.set(coinId, quoteOfDetail(data));
    else if (isError) quotes.set(coinId, null);
  });
  return {
    quotes,
    isPending: list.isPending && coinIds.length > 0,
    hasFailed: list.isError && !list.data,
    retry: () => void list.refetch(),
  };
}
