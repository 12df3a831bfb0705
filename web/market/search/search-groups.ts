import type { RecentCoin } from './recent-coins.ts';
import type { CoinAction, FoundCommands, SearchCommand } from './search-command.ts';

/** A coin in the results, with its rank if known. */
export interface SearchCoin extends RecentCoin {
  readonly market_cap_rank?: number | null | undefined;
}

export type SearchOption =
  | { readonly kind: 'coin'; readonly key: string; readonly coin: SearchCoin }
  | { readonly kind: 'action'; readonly key: string; readonly coin: SearchCoin; readonly action: CoinAction }
  | { readonly kind: 'command'; readonly key: string; readonly command: SearchCommand };

export interface SearchGroup {
  readonly name: string;
  readonly options: readonly SearchOption[];
}

interface StartingCoins {
  readonly recent: readonly SearchCoin[];
  readonly watched: readonly SearchCoin[];
  readonly trending: readonly SearchCoin[];
}

const maxOwn = 3;
const maxStarting = 8;
const minTrending = 2;

/** The groups shown before typing: recent, watched and trending coins, each coin once, as many as fit on a screen. */
export function listStartingGroups({ recent, watched, trending }: StartingCoins): readonly SearchGroup[] {
  const shown = new Set<string>();
  const take = (coins: readonly SearchCoin[], count: number) => {
    const taken = coins.filter(({ id }) => !shown.has(id)).slice(0, count);
    for (const { id } of taken) shown.add(id);
    return taken;
  };
  const own = [coinGroup('Recent', take(recent, maxOwn)), coinGroup('Watched', take(watched, maxOwn))];
  const trends = take(trending, Math.max(minTrending, maxStarting - shown.size));
  return withoutEmpty([...own, coinGroup('Trending', trends)]);
}

/** The groups for a text: commands whose label matches, coins (or an action on each), related commands. */
export function listFoundGroups(
  coins: readonly SearchCoin[],
  action: CoinAction | null,
  { named, related }: FoundCommands,
): readonly SearchGroup[] {
  const found: SearchGroup = action
    ? {
        name: action.label,
        options: coins.map((coin) => ({ kind: 'action', key: `${action.id}-${coin.id}`, coin, action })),
      }
    : coinGroup('Coins', coins);
  return withoutEmpty([commandGroup(named), found, { ...commandGroup(related), name: 'Related' }]);
}

/** The group of commands. */
export function commandGroup(commands: readonly SearchCommand[]): SearchGroup {
  return {
    name: 'Commands',
    options: commands.map((command) => ({ kind: 'command', key: `command-${command.id}`, command })),
  };
}

function coinGroup(name: string, coins: readonly SearchCoin[]): SearchGroup {
  return { name, options: coins.map((coin) => ({ kind: 'coin', key: `coin-${coin.id}`, coin })) };
}

/** The groups that have options. */
export function withoutEmpty(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  return groups.filter(({ options }) => options.length > 0);
}
