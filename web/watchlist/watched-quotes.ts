import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type CoinQuote,
  type CoinQuotes,
  coinQuotesQuery,
  quoteOfDetail,
} from '#web/market/live/coin-quotes.ts';
import { coinQuery } from '../market/queries.ts';

const refreshMs = 60_000;

/** The quotes of the watched coins that are in the market's list. Keeps the previous set while another is loading. */
export function useListedQuotes(coinIds: readonly string[]) {
  return useQuery({
    ...coinQuotesQuery(coinIds),
    enabled: coinIds.length > 0,
    placeholderData: keepPreviousData,
  });
}

/**
 * A watched coin's quote: from the market list, or fetched separately if the list lacks it. Null if it could not be
 * loaded, undefined while loading.
 */
export function useWatchedQuote(
  coinId: string,
  listedQuotes: CoinQuotes | undefined,
): CoinQuote | null | undefined {
  const known = listedQuotes?.[coinId];
  const isUnlisted = listedQuotes !== undefined && known === undefined;
  const { data, isError } = useQuery({
    ...coinQuery(coinId),
    enabled: isUnlisted,
    refetchInterval: refreshMs,
  });
  if (known) return known;
  if (data && isUnlisted) return quoteOfDetail(data);
  return isError ? null : undefined;
}
