import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { defaultSort, filterTab, marketTabs, readTab } from './market-tab.ts';
import { readSort, sortKeys, sortRows, writeSort } from './sort.ts';

const rows = [
  makeRow({ id: 'up', price_change_percentage_24h: 2 }),
  makeRow({ id: 'stable', price_change_percentage_24h: 0.001 }),
  makeRow({ id: 'down', price_change_percentage_24h: -1 }),
  makeRow({ id: 'far-up', price_change_percentage_24h: 9 }),
  makeRow({ id: 'far-down', price_change_percentage_24h: -8 }),
  makeRow({ id: 'unknown', price_change_percentage_24h: null }),
];
const idsOf = (tab: (typeof marketTabs)[number], watched: readonly string[] = []) =>
  sortRows(filterTab(rows, tab, new Set(watched)), defaultSort(tab)).map(({ id }) => id);

describe('the tabs of the market table', () => {
  it('show the largest gain or the largest loss first, and no coin that did not move', () => {
    expect(idsOf('gainers')).toEqual(['far-up', 'up']);
    expect(idsOf('losers')).toEqual(['far-down', 'down']);
  });

  it('show all coins, or the watched ones', () => {
    expect(idsOf('all')).toHaveLength(rows.length);
    expect(idsOf('watchlist', ['down', 'elsewhere'])).toEqual(['down']);
  });

  it('are read from the URL, with all coins for unknown names', () => {
    expect(marketTabs.map(readTab)).toEqual(marketTabs);
    expect(['', 'winners', '__proto__'].map(readTab)).toEqual(['all', 'all', 'all']);
  });
});

describe('a sort in the URL', () => {
  it('is read as it was written', () => {
    for (const key of sortKeys) {
      for (const direction of ['ascending', 'descending'] as const) {
        expect(readSort(writeSort({ key, direction }))).toEqual({ key, direction });
      }
    }
  });

  it('is null for any other text', () => {
    expect(['', '-', '--price', 'constructor', 'Price'].map(readSort)).toEqual(Array(5).fill(null));
  });
});
