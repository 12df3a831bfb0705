import type { Coin, CoinOrder } from '#contract/market.ts';
import type { CoinListQuery } from './query-schemas.ts';

const orderedFigure: Record<CoinOrder, { figure: 'market_cap' | 'total_volume'; direction: 1 | -1 }> = {
  market_cap_desc: { figure: 'market_cap', direction: -1 },
  market_cap_asc: { figure: 'market_cap', direction: 1 },
  volume_desc: { figure: 'total_volume', direction: -1 },
  volume_asc: { figure: 'total_volume', direction: 1 },
};

/**
 * Sorts by the figure itself, because the provider's ranks are not ascending in real data. Missing figures, which
 * providers also write as 0, come last in either direction; ties are ordered by rank, then by id.
 */
function compareBy(order: CoinOrder): (a: Coin, b: Coin) => number {
  const { figure, direction } = orderedFigure[order];
  const last = Number.POSITIVE_INFINITY;
  return (a, b) => {
    const left = a[figure] || null;
    const right = b[figure] || null;
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return direction * (left - right);
    }
    const byRank = (a.market_cap_rank ?? last) - (b.market_cap_rank ?? last);
    return byRank || (a.id < b.id ? -1 : 1);
  };
}

/** The row with only the requested columns, as CoinGecko returns it. */
function toRow(coin: Coin, query: CoinListQuery): Coin {
  const {
    price_change_percentage_1h_in_currency: change1h,
    price_change_percentage_24h_in_currency: change24h,
    price_change_percentage_7d_in_currency: change7d,
    sparkline_in_7d: sparkline,
    quarantined,
    missing,
    ...row
  } = coin;
  const ranges = query.price_change_percentage;
  return {
    ...row,
    ...(ranges.includes('1h') && { price_change_percentage_1h_in_currency: change1h ?? null }),
    ...(ranges.includes('24h') && {
      price_change_percentage_24h_in_currency: change24h ?? row.price_change_percentage_24h,
    }),
    ...(ranges.includes('7d') && { price_change_percentage_7d_in_currency: change7d ?? null }),
    ...(query.sparkline && { sparkline_in_7d: sparkline ?? { price: [] } }),
    ...(quarantined && { quarantined }),
    ...(missing && { missing }),
  };
}

/** The requested page of coins. A page beyond the end is empty; unknown ids are ignored. */
export function listCoins(coins: readonly Coin[], query: CoinListQuery): Coin[] {
  const wanted = query.ids && new Set(query.ids);
  const matching = wanted ? coins.filter((coin) => wanted.has(coin.id.toLowerCase())) : [...coins];
  const start = (query.page - 1) * query.per_page;
  return matching
    .sort(compareBy(query.order))
    .slice(start, start + query.per_page)
    .map((coin) => toRow(coin, query));
}
