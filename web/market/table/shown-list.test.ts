import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import type { CoinList, MarketRow } from '../queries.ts';
import { omitShown } from './shown-list.ts';

const listOf = (...rows: MarketRow[]): CoinList => ({
  source: 'coingecko',
  asOf: '2026-01-10T12:00:00.000Z',
  rows,
});
const second = { id: 'ethereum', symbol: 'eth', name: 'Ethereum', market_cap_rank: 2 };

describe('a list that the page shows', () => {
  it('is embedded without the figures in its rows', () => {
    const earlier = '2026-01-10T11:00:00.000Z';
    const rows = [makeRow(), makeRow({ ...second, last_updated: earlier, quarantined: true })];
    expect(omitShown(listOf(...rows), true)).toEqual({
      source: 'coingecko',
      asOf: '2026-01-10T12:00:00.000Z',
      at: '2026-01-10T12:00:00.000Z',
      unshown: [{}, { last_updated: earlier, quarantined: true }],
    });
  });

  it('keeps prices and other amounts of money if the page is not in dollars', () => {
    const row = makeRow({ current_price: 1.234567, total_volume: 123_456_789 });
    expect(omitShown(listOf(row), false)?.unshown).toEqual([
      { market_cap: row.market_cap, current_price: 1.234567, total_volume: 123_456_789 },
    ]);
  });

  it.each<[string, Partial<MarketRow>]>([
    ['has a different order from the table', { market_cap_rank: 0 }],
    ['has a symbol that is not in lower case', { symbol: 'WBTC' }],
    ['has a change with more digits than are shown', { change7d: 1.234 }],
    ['has a volume with more digits than are shown', { total_volume: 123_456_789 }],
    ['has a market cap with more digits than are shown', { market_cap: 2_021_234_567_890 }],
    ['has a name that HTML would change', { name: 'a\rname' }],
  ])('is embedded completely if it %s', (_, change) => {
    expect(omitShown(listOf(makeRow(), makeRow({ ...second, ...change })), true)).toBeNull();
  });
});
