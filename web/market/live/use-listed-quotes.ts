import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CoinId } from '#contract/units.ts';
import { coinQuotesQuery } from './coin-quotes.ts';

/** The quotes of coins in the market's list, in one call. Keeps the previous ones while others are loading. */
export function useListedQuotes(coinIds: readonly CoinId[]) {
  return useQuery({
    ...coinQuotesQuery(coinIds),
    enabled: coinIds.length > 0,
    placeholderData: keepPreviousData,
  });
}
