import type { SearchCoin } from '#contract/market.ts';
import type { RankedCoin } from './simulated-market.ts';

/** How well a coin matches the query, 0 being best; undefined if it does not. */
function distance(symbol: string, name: string, id: string, query: string): number | undefined {
  if (symbol === query || name === query || id === query) return 0;
  if (symbol.startsWith(query) || name.startsWith(query)) return 1;
  if (name.includes(` ${query}`)) return 2;
  if (name.includes(query) || symbol.includes(query) || id.includes(query)) return 3;
  return undefined;
}

/** Coins whose name, symbol or id contains the query, best match first, then by market cap. */
export function searchSimulated(ranked: readonly RankedCoin[], query: string): SearchCoin[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  return ranked
    .flatMap(({ coin, rank }) => {
      const score = distance(coin.symbol, coin.name.toLowerCase(), coin.id, wanted);
      return score === undefined ? [] : [{ coin, rank, score }];
    })
    .sort((a, b) => a.score - b.score || a.rank - b.rank)
    .map(({ coin, rank }) => ({
      id: coin.id,
      name: coin.name,
      symbol: coin.symbol,
      thumb: '',
      large: '',
      market_cap_rank: rank,
    }));
}
