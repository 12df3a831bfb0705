import { useQuery } from '@tanstack/react-query';
import type { CoinId } from '#contract/units.ts';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { type CoinQuote, type CoinQuotes, quoteOfDetail } from '../live/coin-quotes.ts';
import { useListedQuotes } from '../live/use-listed-quotes.ts';
import { coinQuery } from '../queries.ts';

/** A coin outside the market's list needs its own call, so it waits until the results stop changing. */
const settleMs = 600;

/** The quotes of the results that are in the market's list, requested once the results stop changing. */
export function useSearchQuotes(coinIds: readonly CoinId[]): CoinQuotes | undefined {
  const key = [...coinIds].sort().join(',');
  const settled = useDebouncedValue(key, 120);
  return useListedQuotes(settled === '' ? [] : settled.split(',')).data;
}

/** A coin's quote, from the list or its own call. Null: there is none; undefined: loading. */
export function useRowQuote(coinId: CoinId, quotes: CoinQuotes | undefined): CoinQuote | null | undefined {
  const listed = quotes?.[coinId];
  const isMissing = quotes !== undefined && listed === undefined;
  const isNeeded = useDebouncedValue(isMissing, settleMs) && isMissing;
  const { data, isError } = useQuery({ ...coinQuery(coinId), enabled: isNeeded });
  if (listed) return listed;
  if (data) return quoteOfDetail(data);
  return isError ? null : undefined;
}
