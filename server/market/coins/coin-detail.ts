import type { Coin, CoinDetail } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { isPrice } from '../price-check/tenfold.ts';
import { toMarketData } from './market-data.ts';

/** The detail with the figures of the snapshot's row, so that all pages agree and quarantine applies everywhere. */
export function overlayRow(detail: CoinDetail, row: Coin): CoinDetail {
  return {
    ...detail,
    market_cap_rank: row.market_cap_rank,
    market_data: toMarketData(row),
    last_updated: row.last_updated,
    ...(row.quarantined && { quarantined: true as const }),
    ...(row.missing && { missing: true as const }),
  };
}

/** A detail built from the row only, without description and links, marked as partial. */
export function detailFromRow(row: Coin): CoinDetail {
  const detail = {
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
  return overlayRow(detail, row);
}

/** The detail with a date: that of its fetch if the provider gives none, so that the age of its price is always known. */
export function withDate(detail: CoinDetail, fetchedAt: Instant): CoinDetail {
  if (detail.market_data.last_updated ?? detail.last_updated) return detail;
  const date = new Date(fetchedAt).toISOString();
  return { ...detail, last_updated: date, market_data: { ...detail.market_data, last_updated: date } };
}

/** The detail of a coin outside the snapshot, without an impossible price. */
export function withoutImpossiblePrice(detail: CoinDetail): CoinDetail {
  if (isPrice(detail.market_data.current_price.usd)) return detail;
  return { ...detail, market_data: { ...detail.market_data, current_price: { usd: null } } };
}
