import { expect, it } from 'vitest';
import { readTab, tabSearch } from './portfolio-tabs.ts';

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
