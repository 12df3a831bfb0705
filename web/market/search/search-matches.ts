/** The fields of a search result, which table rows and server hits share. */
export interface CoinMatch {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly market_cap_rank: number | null;
}

/** Maximum results in the site's search. */
export const maxMatches = 5;

const noRank = 9999;

/** How well a coin matches: 0 exactly, 1 a word or the symbol starts with it, 2 contains it, null not at all. */
function scoreOf(coin: CoinMatch, query: string): number | null {
  const name = coin.name.toLowerCase();
  const symbol = coin.symbol.toLowerCase();
  if (symbol === query || name === query) return 0;
  if (symbol.startsWith(query) || ` ${name}`.includes(` ${query}`)) return 1;
  return name.includes(query) || symbol.includes(query) ? 2 : null;
}

/** The loaded coins that match a query, best first, then by rank. Two-letter symbols are found too. */
export function matchCoins<T extends CoinMatch>(coins: readonly T[], query: string): T[] {
  const needle = query.trim().toLowerCase();
  if (needle === '') return [];
  return coins
    .flatMap((coin) => {
      const score = scoreOf(coin, needle);
      return score === null ? [] : [{ coin, score }];
    })
    .sort((a, b) => a.score - b.score || rankOf(a.coin) - rankOf(b.coin))
    .map(({ coin }) => coin);
}

/** Loaded coins first, so that results do not move when the server's hits arrive; each coin once. */
export function mergeMatches(
  loaded: readonly CoinMatch[],
  found: readonly CoinMatch[],
  limit = maxMatches,
): CoinMatch[] {
  const byId = new Map<string, CoinMatch>();
  for (const coin of [...loaded, ...found]) if (!byId.has(coin.id)) byId.set(coin.id, coin);
  return [...byId.values()].slice(0, limit);
}

/** A name split at the match: before, match, after. Without a match, everything is in `before`. */
export function splitAtMatch(name: string, query: string): [string, string, string] {
  const needle = query.trim().toLowerCase();
  const at = needle === '' ? -1 : name.toLowerCase().indexOf(needle);
  if (at < 0) return [name, '', ''];
  return [name.slice(0, at), name.slice(at, at + needle.length), name.slice(at + needle.length)];
}

function rankOf(coin: CoinMatch): number {
  return coin.market_cap_rank ?? noRank;
}
