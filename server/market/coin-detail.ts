import type { Coin, CoinDetail } from '#contract/market.ts';
import { isPrice } from './quote-belief.ts';

type MarketData = CoinDetail['market_data'];

/** What the snapshot's row says of a coin, in the words of its detail. */
function toMarketData(row: Coin): MarketData {
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

/** The detail with the figures of the snapshot's row, so that every page says the same and quarantine holds everywhere. */
export function overlayRow(detail: CoinDetail, row: Coin): CoinDetail {
  return {
    ...detail,
    market_cap_rank: row.market_cap_rank,
    market_data: toMarketData(row),
    last_updated: row.last_updated,
    ...(row.quarantined && { quarantined: true as const }),
  };
}

/** What can be said of a coin by its row alone: no description and no links, and marked so. */
export function detailFromRow(row: Coin): CoinDetail {
  const bare = {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    image: { thumb: row.image, small: row.image, large: row.image },
    market_cap_rank: row.market_cap_rank,
    description: { en: '' },
    links: { homepage: [], blockchain_site: [], repos_url: { github: [] } },
    partial: true as const,
    market_data: toMarketData(row),
    last_updated: row.last_updated,
  };
  return overlayRow(bare, row);
}

/** A detail of a coin outside the snapshot: a price that can't be true is left out. */
export function withoutImpossiblePrice(detail: CoinDetail): CoinDetail {
  if (isPrice(detail.market_data.current_price.usd)) return detail;
  return { ...detail, market_data: { ...detail.market_data, current_price: { usd: null } } };
}
