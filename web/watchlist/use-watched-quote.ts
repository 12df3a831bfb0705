import { useQuery } from '@tanstack/react-query';
import { type CoinQuote, type CoinQuotes, quoteOfDetail } from '#web/market/live/coin-quotes.ts';
import { coinQuery } from '#web/market/queries.ts';

const refreshMs = 60_000;

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
