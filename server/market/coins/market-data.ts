import type { Coin, CoinDetail } from '#contract/market.ts';

/** The figures of a coin list row, in the shape of a coin's detail. */
export function toMarketData(row: Coin): CoinDetail['market_data'] {
  return {
    current_price: { usd: row.current_price },
    market_cap: { usd: row.market_cap },
    total_volume: { usd: row.total_volume },
    high_24h: { usd: row.high_24h },
    low_24h: { usd: row.low_24h },
    price_change_24h: row.price_change_24h,
    price_change_percentage_24h: row.price_change_percentage_24h,
    price_change_percentage_1h_in_currency: { usd: row.price_change_percentage_1h_in_currency ?? null },
    price_change_percentage_7d_in_currency: { usd: row.price_change_percentage_7d_in_currency ?? null },
    circulating_supply: row.circulating_supply,
    total_supply: row.total_supply,
    max_supply: row.max_supply,
    ath: { usd: row.ath },
    ath_change_percentage: { usd: row.ath_change_percentage },
    ath_date: { usd: row.ath_date },
    atl: { usd: row.atl },
    atl_change_percentage: { usd: row.atl_change_percentage },
    atl_date: { usd: row.atl_date },
    last_updated: row.last_updated,
  };
}
