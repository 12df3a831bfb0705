import type { Coin, SearchCoin } from '#contract/market.ts';

const mostHits = 50;
/** Shorter words are looked for among the snapshot's coins only: upstream they match thousands. */
export const shortestUpstreamQuery = 3;

/** One spelling of a query: trimmed, single spaces, lower case, at most 100 characters. */
export function normalizeQuery(query: string): string {
  return query.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 100);
}

/**
 * The snapshot's coins whose symbol, name or id fits a normalised query: the whole word first, then beginnings, then
 * anywhere within, each by rank.
 */
export function searchRows(coins: readonly Coin[], query: string): SearchCoin[] {
  if (query === '') return [];
  const hits = coins.flatMap((coin) => {
    const distance = measure(coin, query);
    return distance === null ? [] : [{ coin, distance }];
  });
  const rankOf = (coin: Coin) => coin.market_cap_rank ?? Number.POSITIVE_INFINITY;
  hits.sort((a, b) => a.distance - b.distance || compare(rankOf(a.coin), rankOf(b.coin)));
  return hits.slice(0, mostHits).map(({ coin }) => toHit(coin));
}

/** Our own hits first, then those that the provider alone knows, in its order. */
export function mergeHits(own: readonly SearchCoin[], theirs: readonly SearchCoin[]): SearchCoin[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...theirs.filter(({ id }) => !ids.has(id))].slice(0, mostHits);
}

function measure(coin: Coin, query: string): number | null {
  const texts = [coin.symbol.toLowerCase(), coin.name.toLowerCase(), coin.id.toLowerCase()];
  if (texts.includes(query)) return 0;
  if (texts.some((text) => text.startsWith(query))) return 1;
  return texts.some((text) => text.includes(query)) ? 2 : null;
}

/** Infinity minus infinity is not a number, so no subtraction. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function toHit(coin: Coin): SearchCoin {
  return {
    id: coin.id,
    name: coin.name,
    symbol: coin.symbol.toUpperCase(),
    thumb: coin.image,
    large: coin.image,
    market_cap_rank: coin.market_cap_rank,
  };
}
