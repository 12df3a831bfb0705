import type { CoinId } from '#contract/units.ts';

/**
 * The coins of the list, in order, each with the number of consecutive refreshes that left it out; 0 if the last one
 * included it.
 */
export type ListedCoins = ReadonlyMap<CoinId, number>;

/** A coin missing from more refreshes than this leaves the list. */
const maxMissed = 10;
/** While a larger share of the list is missing, no coin leaves it, because the fault is the provider's. */
const maxMissingShare = 0.1;
/** The coins of a refresh that lacks none. */
const fullSize = 250;
/** Without a bound, a provider that names other coins each time would fill the memory. */
const maxKept = fullSize;

/** The list after a refresh with these coins: missing coins keep their place for a time. */
export function updateListed(listed: ListedCoins, named: readonly CoinId[]): ListedCoins {
  const isNamed = new Set(named);
  const missing = [...listed].filter(([coinId]) => !isNamed.has(coinId));
  // Even if many coins were replaced at once, such as while the server was down, a full list lacks none.
  const isFull = named.length >= fullSize * (1 - maxMissingShare);
  const isLeaving = isFull || missing.length <= listed.size * maxMissingShare;
  const missed = new Map(missing.map(([coinId, count]) => [coinId, count + 1]));
  const kept = leastMissed([...missed].filter(([, count]) => !isLeaving || count <= maxMissed));
  const followers = groupByPredecessor(listed, isNamed, kept);
  const updated = new Map<CoinId, number>();
  const addFollowers = (coinId: CoinId | null) => {
    for (const follower of followers.get(coinId) ?? []) updated.set(follower, kept.get(follower)!);
  };
  addFollowers(null);
  for (const coinId of named) {
    updated.set(coinId, 0);
    addFollowers(coinId);
  }
  return updated;
}

/** The coins to keep: those that have been missing longest leave first if there are too many. */
function leastMissed(missed: readonly (readonly [CoinId, number])[]): Map<CoinId, number> {
  return new Map(missed.toSorted(([, a], [, b]) => a - b).slice(0, maxKept));
}

/** The kept coins, grouped by the refreshed coin they follow; null if they come first. */
function groupByPredecessor(
  listed: ListedCoins,
  isNamed: ReadonlySet<CoinId>,
  kept: ReadonlyMap<CoinId, number>,
): Map<CoinId | null, CoinId[]> {
  const groups = new Map<CoinId | null, CoinId[]>();
  let predecessor: CoinId | null = null;
  for (const coinId of listed.keys()) {
    if (isNamed.has(coinId)) predecessor = coinId;
    else if (kept.has(coinId)) groups.set(predecessor, [...(groups.get(predecessor) ?? []), coinId]);
  }
  return groups;
}
