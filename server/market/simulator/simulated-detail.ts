import type { Coin, CoinDetail } from '#contract/market.ts';
import { toMarketData } from '../coins/market-data.ts';
import { getCoinProfile } from './coins/coin-profile.ts';

/** The detail of a coin, from its row and its profile. */
export function simulateDetail(row: Coin): CoinDetail {
  const profile = getCoinProfile(row);
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    image: { thumb: row.image, small: row.image, large: row.image },
    market_cap_rank: row.market_cap_rank,
    description: { en: profile.description },
    links: {
      homepage: profile.homepage,
      blockchain_site: profile.explorers,
      repos_url: { github: profile.repositories },
    },
    market_data: toMarketData(row),
    last_updated: row.last_updated,
  };
}
