import { describe, expect, it } from 'vitest';
import { fakeCoin } from '../../../tests/support/market/fake-market.ts';
import { mergeHits, normalizeQuery, searchRows } from './search-hits.ts';

const coins = [
  fakeCoin('bitcoin', { symbol: 'btc', market_cap_rank: 1 }),
  fakeCoin('wrapped-bitcoin', { symbol: 'wbtc', name: 'Wrapped Bitcoin', market_cap_rank: 14 }),
  fakeCoin('bitcoin-cash', { symbol: 'bch', name: 'Bitcoin Cash', market_cap_rank: 20 }),
  fakeCoin('gate', { symbol: 'gt', market_cap_rank: 60 }),
  fakeCoin('unranked', { symbol: 'btc', name: 'Another', market_cap_rank: null }),
  fakeCoin('binance-life', { symbol: '币安人生', name: '币安人生', market_cap_rank: 200 }),
];
const find = (query: string) => searchRows(coins, normalizeQuery(query)).map(({ id }) => id);

describe('searchRows', () => {
  it('puts whole matches first, then beginnings, then the rest, each by rank', () => {
    expect(find('bitcoin')).toEqual(['bitcoin', 'bitcoin-cash', 'wrapped-bitcoin']);
    expect(find('btc')).toEqual(['bitcoin', 'unranked', 'wrapped-bitcoin']);
  });

  it('finds two-letter symbols and other scripts', () => {
    expect(find('GT')).toEqual(['gate']);
    expect(find('币安')).toEqual(['binance-life']);
  });

  it('finds nothing for an empty query', () => {
    expect(find('   ')).toEqual([]);
    expect(find('zzz')).toEqual([]);
  });
});

it('mergeHits keeps our own first and drops duplicates', () => {
  const [first, second] = searchRows(coins, 'bitcoin');
  const merged = mergeHits([first!], [second!, { ...first!, name: 'Theirs' }]);
  expect(merged.map(({ name }) => name)).toEqual(['Bitcoin', 'Bitcoin Cash']);
});
