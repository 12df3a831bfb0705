import { expect, it } from 'vitest';
import {
  findTimeChoice,
  listTimeChoices,
  readFilter,
  withFilter,
  writeFilter,
} from './transaction-filter.ts';

it('The filter is read from the URL, without invalid values', () => {
  const search = new URLSearchParams(
    'tab=transactions&coin=bitcoin&type=swap&wallet=w1&from=2024-01-01&to=soon',
  );
  expect(readFilter(search)).toEqual({ coin: 'bitcoin', type: 'swap', wallet: 'w1', from: '2024-01-01' });
  expect(readFilter(new URLSearchParams('type=constructor&from=1'))).toEqual({});
});

it('The URL keeps other parameters', () => {
  const search = new URLSearchParams('portfolio=p1&tab=transactions&coin=bitcoin');
  expect(String(withFilter(search, { type: 'buy' }))).toBe('portfolio=p1&tab=transactions&type=buy');
  expect(String(writeFilter({ coin: 'a', to: '2024-01-01' }))).toBe('coin=a&to=2024-01-01');
});

it('The time choices are the last days and each year back to the first', () => {
  const choices = listTimeChoices(Date.UTC(2024, 5, 1), 2022);
  expect(choices.map(({ name }) => name)).toEqual([
    'Any time',
    'Last 30 days',
    'Last 365 days',
    '2024',
    '2023',
    '2022',
  ]);
  expect(findTimeChoice({ from: '2023-01-01', to: '2024-01-01' }, choices)?.name).toBe('2023');
  expect(findTimeChoice({ coin: 'a' }, choices)?.key).toBe('any');
  expect(findTimeChoice({ from: '2023-02-01' }, choices)).toBeUndefined();
  expect(listTimeChoices(Date.UTC(2024, 0, 1), 1970)).toHaveLength(23);
});
