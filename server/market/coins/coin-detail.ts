import type { Coin, CoinDetail } from '#contract/market.ts';
import { isPrice } from '../price-check/quote-check.ts';
import { marketDataOf } from './market-data.ts';

/** The detail with the figures of the snapshot's row, so that every page says the same and quarantine holds everywhere. */
export function overlayRow(detail: CoinDetail, row: Coin): CoinDetail {
  return {
    ...detail,
    market_cap_rank: row.market_cap_rank,
    market_data: marketDataOf(row),
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
    market_data: marketDataOf(row),
    last_updated: row.last_updated,
  };
  return overlayRow(bare, row);
}

/** A detail of a coin outside the snapshot: a price that can't be true is left out. */
export function withoutImpossiblePrice(detail: CoinDetail): CoinDetail {
  if (isPrice(detail.market_data.current_price.usd)) return detail;
  return { ...detail, market_data: { ...detail.market_data, current_price: { usd: null } } };
}
