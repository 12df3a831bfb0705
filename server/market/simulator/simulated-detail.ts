import type { Coin, CoinDetail } from '#contract/market.ts';
import { toMarketData } from '../coins/market-data.ts';
import { aboutCoin } from './coins/coin-profile.ts';

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
    market_data: toMarketData(row),
    last_updated: row.last_updated,
  };
}
