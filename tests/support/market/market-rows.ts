import type { MarketRow } from '../../../web/market/queries.ts';

/** A row of the market table, Bitcoin by default. */
export function makeRow(overrides: Partial<MarketRow> = {}): MarketRow {
  return {
    id: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    current_price: 102_496.22,
    market_cap: 2.02e12,
    market_cap_rank: 1,
    total_volume: 106_820_000_000,
    price_change_percentage_24h: -1.91,
    change1h: 0.8,
    change7d: 1.61,
    last_updated: '2026-01-10T12:00:00.000Z',
    sparkline: { path: 'M0 56l1-52', width: 1, variant: 'default' },
    ...overrides,
  };
}
