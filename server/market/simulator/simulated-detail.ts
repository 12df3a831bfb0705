import type { Coin, CoinDetail } from '#contract/market.ts';
import { aboutCoin } from './coin-texts.ts';

/** A row of the list told as one coin's page, with what is known about the coin. */
export function detailOf(row: Coin): CoinDetail {
  const about = aboutCoin(row);
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    image: { thumb: row.image, small: row.image, large: row.image },
    market_cap_rank: row.market_cap_rank,
    description: { en: about.description },
    links: {
      homepage: about.homepage,
      blockchain_site: about.explorers,
      repos_url: { github: about.repositories },
    },
    market_data: {
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
    },
    last_updated: row.last_updated,
  };
}
