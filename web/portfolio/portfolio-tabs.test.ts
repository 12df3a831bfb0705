import { expect, it } from 'vitest';
import { readTab, tabSearch, writeTabCount } from './portfolio-tabs.ts';

it('The URL names the tab and keeps the portfolio', () => {
  const search = new URLSearchParams('portfolio=p1&tab=transactions&coin=bitcoin');
  expect(readTab(search)).toBe('transactions');
  expect(tabSearch(search, 'gains')).toBe('?portfolio=p1&tab=gains');
  expect(tabSearch(search, 'transactions', { transaction: 't1' })).toBe(
    '?portfolio=p1&tab=transactions&transaction=t1',
  );
  expect(readTab(new URLSearchParams('tab=nothing'))).toBe('holdings');
  expect(tabSearch(new URLSearchParams(), 'holdings')).toBe('');
});

it('A count fits into the four characters that its tab reserves for it', () => {
  expect([0, 25, 999, 1000, 1415, 9949, 9950, 12_345, 99_999, 100_000].map(writeTabCount)).toEqual([
    ...['0', '25', '999', '1K', '1.4K', '9.9K'],
    ...['10K', '12K', '100K', '100K'],
  ]);
});
