import type { Coin, SearchCoin } from '#contract/market.ts';

const maxHits = 50;
/** Shorter queries only search the snapshot's coins: upstream they match thousands. */
export const minUpstreamQuery = 3;

/** The query trimmed, with single spaces, in lower case, cut to 100 characters. */
export function normalizeQuery(query: string): string {
  return query.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 100);
}

/**
 * The snapshot's coins whose symbol, name or id matches a normalized query: whole matches first, then beginnings, then
 * matches anywhere, each by rank.
 */
export function searchRows(coins: readonly Coin[], query: string): SearchCoin[] {
  if (query === '') return [];
  const hits = coins.flatMap((coin) => {
    const distance = distanceOf(coin, query);
    return distance === null ? [] : [{ coin, distance }];
  });
  const rankOf = (coin: Coin) => coin.market_cap_rank ?? Number.POSITIVE_INFINITY;
  hits.sort((a, b) => a.distance - b.distance || compare(rankOf(a.coin), rankOf(b.coin)));
  return hits.slice(0, maxHits).map(({ coin }) => toHit(coin));
}

/** The snapshot's hits first, then the provider's remaining ones in its order. */
export function mergeHits(own: readonly SearchCoin[], upstream: readonly SearchCoin[]): SearchCoin[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...upstream.filter(({ id }) => !ids.has(id))].slice(0, maxHits);
}

/** 0 if a text of the coin is the query, 1 if one begins with it, 2 if one contains it; null if none does. */
function distanceOf(coin: Coin, query: string): 0 | 1 | 2 | null {
  const texts = [coin.symbol.toLowerCase(), coin.name.toLowerCase(), coin.id.toLowerCase()];
  if (texts.includes(query)) return 0;
  if (texts.some((text) => text.startsWith(query))) return 1;
  return texts.some((text) => text.includes(query)) ? 2 : null;
}

/** Avoids subtraction, because infinity minus infinity is not a number. */
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
