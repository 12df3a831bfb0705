import { expect, it } from 'vitest';
import { describeHoldingPeriod, formatHoldingPeriod } from './holding-period.ts';

it('A holding period is given in days, months or years', () => {
  expect(formatHoldingPeriod('2021-02-18T00:00:00Z', '2021-03-04T09:41:00Z')).toBe('14 days');
  expect(formatHoldingPeriod('2021-06-22T00:00:00Z', '2024-03-14T00:00:00Z')).toBe('2 y 8 mo');
  expect(formatHoldingPeriod('2024-01-01T00:00:00Z', '2024-06-01T00:00:00Z')).toBe('5 mo');
  expect(formatHoldingPeriod('2024-01-01T00:00:00Z', '2024-01-01T23:00:00Z')).toBe('less than a day');
  expect(formatHoldingPeriod('2023-11-01T00:00:00Z', '2024-11-01T00:00:00Z')).toBe('1 y');
  expect(formatHoldingPeriod('2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z')).toBe('1 day');
});

it('A lot is acquired before, with or after its disposal', () => {
  const [before, then] = ['2025-08-01T10:00:00.000Z', '2025-09-01T10:00:00.000Z'];
  expect(describeHoldingPeriod(before, then)).toBe('held 31 days');
  expect(describeHoldingPeriod(then, then)).toBe('acquired at the same time');
  expect(describeHoldingPeriod(then, before)).toBe('acquired later');
});
