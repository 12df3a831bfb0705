import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from '../queries.ts';
import type { CoinMatch } from './search-matches.ts';
import { useCoinSearch } from './use-coin-search.ts';

/** Maximum number of coins listed before any input. */
const maxListed = 50;

export interface CoinOptions {
  readonly options: readonly CoinMatch[];
  /** The message shown if the list is empty or the search incomplete; otherwise null. */
  readonly note: string | null;
}

/** The coins a field offers: the top of the market, and any other once typed. */
export function useCoinOptions(text: string): CoinOptions {
  const coins = useQuery(coinsQuery());
  const search = useCoinSearch(text, maxListed);
  const query = text.trim();
  if (query === '') {
    const options = (coins.data ?? []).slice(0, maxListed);
    return { options, note: options.length > 0 ? null : 'Type a name or a symbol.' };
  }
  return { options: search.matches, note: noteOf(query, search) };
}

function noteOf(query: string, search: ReturnType<typeof useCoinSearch>): string | null {
  if (search.hasFailed) return 'The search could not be reached. Only coins in the market table are shown.';
  if (search.matches.length > 0) return null;
  return search.isLoading ? 'Searching…' : `No coin found for “${query}”.`;
}
