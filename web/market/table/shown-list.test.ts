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

describe('A list that the page shows', () => {
  it('is embedded without what its rows say', () => {
    const [shown] = omitShown(listOf(makeRow(), makeRow(second)))?.unshown ?? [];
    expect(shown).toEqual({
      current_price: 102_496.22,
      market_cap: 2.02e12,
      price_change_percentage_24h: -1.91,
      last_updated: '2026-01-10T12:00:00.000Z',
    });
  });

  it.each<[string, Partial<MarketRow>]>([
    ['has another order than the table', { market_cap_rank: 0 }],
    ['has a symbol whose capitals say less', { symbol: 'WBTC' }],
    ['has a name that HTML would change', { name: 'a\rname' }],
  ])('is embedded whole where it %s', (_, change) => {
    expect(omitShown(listOf(makeRow(), makeRow({ ...second, ...change })))).toBeNull();
  });
});
