import { useQuery } from '@tanstack/react-query';
import { coinsQuery, trendingQuery } from '../queries.ts';
import { removeRecent, useRecentCoins } from './recent-coins.ts';
import { type CoinAction, matchCommands, readAction, type SearchCommand } from './search-command.ts';
import {
  commandGroup,
  listFoundGroups,
  listStartingGroups,
  type SearchCoin,
  type SearchGroup,
  withoutEmpty,
} from './search-groups.ts';
import { type CoinSearch, useCoinSearch } from './use-coin-search.ts';

interface SearchSources {
  readonly watched: readonly SearchCoin[];
  readonly commands: readonly SearchCommand[];
  readonly actions: readonly CoinAction[];
  readonly forgetIcon: SearchCommand['Icon'];
}

export interface SearchGroups {
  readonly groups: readonly SearchGroup[];
  readonly search: CoinSearch;
  /** The part of the text that names a coin. */
  readonly query: string;
}

/** The results for a text, or suggestions without one. */
export function useSearchGroups(text: string, sources: SearchSources): SearchGroups {
  const { watched, commands, actions, forgetIcon } = sources;
  const match = readAction(actions, text);
  const query = match?.rest ?? text.trim();
  const search = useCoinSearch(query);
  const recent = useRecentCoins();
  const trending = useQuery(trendingQuery());
  const listed = useQuery({ ...coinsQuery(), enabled: false });
  const ranks = new Map(listed.data?.map(({ id, market_cap_rank }) => [id, market_cap_rank]));
  const withRanks = (coins: readonly SearchCoin[]) =>
    coins.map((coin) => ({ ...coin, market_cap_rank: ranks.get(coin.id) }));

  const forget: SearchCommand = {
    id: 'forget-recent',
    label: 'Forget recent coins',
    words: 'clear history delete',
    Icon: forgetIcon,
    isOffered: true,
    run: removeRecent,
  };
  const all = recent.length > 0 ? [...commands, forget] : commands;
  if (query === '') {
    const start = listStartingGroups({
      recent: withRanks(recent),
      watched: withRanks(watched),
      trending: withRanks(trending.data ?? []),
    });
    return {
      groups: withoutEmpty([...start, commandGroup(all.filter(({ isOffered }) => isOffered))]),
      search,
      query,
    };
  }
  const groups = listFoundGroups(search.matches, match?.action ?? null, matchCommands(all, text));
  return { groups, search, query };
}
