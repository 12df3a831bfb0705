import { describe, expect, it } from 'vitest';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { initialOrder, nextOrder, sortHoldings } from './sort-holdings.ts';

const holding = (name: string, value: string | null) => ({ name, value }) as ValuedHolding;

describe('The order of holdings', () => {
  it('is exact where numbers are not', () => {
    const rows = [
      holding('more', '100000000000000000000.000000000000000002'),
      holding('less', '100000000000000000000.000000000000000001'),
      holding('loss', '-5.5'),
      holding('deeper loss', '-5.51'),
      holding('nothing', '0.000'),
    ];
    const sorted = sortHoldings(rows, { column: 'value', isAscending: true });
    expect(sorted.map(({ name }) => name)).toEqual(['deeper loss', 'loss', 'nothing', 'less', 'more']);
  });

  it.each([true, false])('puts those without a figure last (ascending: %s)', (isAscending) => {
    const rows = [holding('unknown', null), holding('known', '-1'), holding('also unknown', null)];
    const sorted = sortHoldings(rows, { column: 'value', isAscending });
    expect(sorted.map(({ name }) => name)).toEqual(['known', 'unknown', 'also unknown']);
  });

  it('sorts names without regard to case, and keeps the order of equals', () => {
    const rows = [holding('b', '1'), holding('A', '2'), holding('B', '3')];
    const sorted = sortHoldings(rows, { column: 'name', isAscending: true });
    expect(sorted.map(({ value }) => value)).toEqual(['2', '1', '3']);
  });

  it('reverses on a second press, and starts figures with the largest', () => {
    const byValue = nextOrder(initialOrder, 'value');
    expect(byValue).toEqual({ column: 'value', isAscending: false });
    expect(nextOrder(byValue, 'value')).toEqual({ column: 'value', isAscending: true });
    expect(nextOrder(byValue, 'name')).toEqual({ column: 'name', isAscending: true });
  });
});
