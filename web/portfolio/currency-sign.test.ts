import { expect, it } from 'vitest';
import { inCurrency } from './currency-sign.ts';

it('Money stands behind the sign of its currency', () => {
  expect(inCurrency('+$1,234.50')).toBe('+$1,234.50');
  expect(inCurrency('-$1,234.50', 'EUR')).toBe('-€1,234.50');
  expect(inCurrency('$0.50', 'chf')).toBe('CHF\u00a00.50');
  expect(inCurrency('—', 'EUR')).toBe('—');
});
