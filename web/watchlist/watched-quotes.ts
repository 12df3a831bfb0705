import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type CoinQuote,
  type CoinQuotes,
  coinQuotesQuery,
  quoteOfDetail,
} from '#web/market/live/coin-quotes.ts';
import { coinQuery } from '../market/queries.ts';

const refreshMs = 60_000;

/** The quotes of the watched coins that are in the market's list. While another set is asked for, the last one stands. */
export function useListedQuotes(coinIds: readonly string[]) {
  return useQuery({
    ...coinQuotesQuery(coinIds),
    enabled: coinIds.length > 0,
    placeholderData: keepPreviousData,
  });
}

/**
 * A watched coin's quote: the listed one, or where the list is there and lacks it, asked for by itself. Null: it could
 * not be had; undefined: it is still asked for.
 */
export function useWatchedQuote(
  coinId: string,
  listed: CoinQuotes | undefined,
): CoinQuote | null | undefined {
  const known = listed?.[coinId];
  const isUnlisted = listed !== undefined && known === undefined;
  const { data, isError } = useQuery({
    ...coinQuery(coinId),
    enabled: isUnlisted,
    refetchInterval: refreshMs,
  });
  if (known) return known;
  if (data && isUnlisted) return quoteOfDetail(data);
  return isError ? null : undefined;
}
