import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { initialSort, nextSort, sortKeys, sortRows } from './sort.ts';

const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

describe('nextSort', () => {
  it('reverses the active column', () => {
    expect(nextSort(initialSort, 'rank')).toEqual({ key: 'rank', direction: 'descending' });
    expect(nextSort({ key: 'price', direction: 'descending' }, 'price').direction).toBe('ascending');
  });
  it('starts a new column descending, and rank ascending', () => {
    for (const key of ['name', 'price', 'change', 'marketCap'] as const) {
      expect(nextSort(initialSort, key)).toEqual({ key, direction: 'descending' });
    }
    expect(nextSort({ key: 'price', direction: 'ascending' }, 'rank')).toEqual(initialSort);
  });
});

describe('sortRows', () => {
  it('counts a missing rank as 9999', () => {
    const rows = [
      makeRow({ id: 'none', market_cap_rank: null }),
      makeRow({ id: 'last', market_cap_rank: 10_000 }),
      makeRow({ id: 'first', market_cap_rank: 1 }),
    ];
    expect(ids(sortRows(rows, initialSort))).toEqual(['first', 'none', 'last']);
  });
  it('counts a missing price, change and cap as 0', () => {
    const rows = [
      makeRow({ id: 'none', current_price: null, price_change_percentage_24h: null, market_cap: null }),
      makeRow({ id: 'low', current_price: -1, price_change_percentage_24h: -2, market_cap: -3 }),
      makeRow({ id: 'high', current_price: 1, price_change_percentage_24h: 2, market_cap: 3 }),
    ];
    for (const key of ['price', 'change', 'marketCap'] as const) {
      expect(ids(sortRows(rows, { key, direction: 'descending' }))).toEqual(['high', 'none', 'low']);
    }
  });
  it('sorts names regardless of case', () => {
    const rows = ['bitcoin', 'aave', 'Cardano', 'Bitcoin Cash'].map((name) => makeRow({ id: name, name }));
    expect(ids(sortRows(rows, { key: 'name', direction: 'ascending' }))).toEqual([
      'aave',
      'bitcoin',
      'Bitcoin Cash',
      'Cardano',
    ]);
  });
  it('keeps the order of equal rows in both directions, and does not change its input', () => {
    const prices = fc.array(fc.constantFrom(1, 2, 3, null), { maxLength: 40 });
    fc.assert(
      fc.property(prices, fc.constantFrom(...sortKeys), fc.boolean(), (list, key, isAscending) => {
        const rows = list.map((price, index) =>
          makeRow({ id: `${index}`, name: `${price}`, current_price: price, market_cap: price }),
        );
        const sorted = sortRows(rows, { key, direction: isAscending ? 'ascending' : 'descending' });
        expect(new Set(sorted)).toEqual(new Set(rows));
        for (const [index, row] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next && next.current_price === row.current_price) {
            expect(Number(next.id)).toBeGreaterThan(Number(row.id));
          }
        }
      }),
    );
  });
});
