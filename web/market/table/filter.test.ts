import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { filterRows } from './filter.ts';

const rows = [
  makeRow({ id: 'bitcoin', name: 'Bitcoin', symbol: 'btc' }),
  makeRow({ id: 'wrapped-bitcoin', name: 'Wrapped Bitcoin', symbol: 'wbtc' }),
  makeRow({ id: 'ethereum', name: 'Ethereum', symbol: 'eth' }),
];
const find = (text: string) => filterRows(rows, text).map((row) => row.id);

describe('filterRows', () => {
  it('finds by part of the name, in any case', () => {
    expect(find('BITC')).toEqual(['bitcoin', 'wrapped-bitcoin']);
  });
  it('finds by symbol', () => {
    expect(find('Eth')).toEqual(['ethereum']);
    expect(find('wbtc')).toEqual(['wrapped-bitcoin']);
  });
  it('returns all rows for an empty text, and none if nothing matches', () => {
    expect(filterRows(rows, '  ')).toBe(rows);
    expect(find('zzz')).toEqual([]);
  });
  it('treats special characters literally', () => {
    expect(find('.*')).toEqual([]);
    expect(find(' bitcoin ')).toEqual(['bitcoin', 'wrapped-bitcoin']);
  });
});
