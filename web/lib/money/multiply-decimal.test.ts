import { expect, it } from 'vitest';
import { multiplyTruncated } from './multiply-decimal.ts';

it('A total is the product of price and amount, exact to 18 places', () => {
  expect(multiplyTruncated('102496.22', '0.1')).toBe('10249.622');
  expect(multiplyTruncated('0.000000000000000001', '3')).toBe('0.000000000000000003');
  expect(multiplyTruncated('0.000000001', '0.0000000001')).toBe('0');
  expect(multiplyTruncated('2', '50')).toBe('100');
});
