import { expect, it } from 'vitest';
import { valueLot } from './lot-value.ts';

it('A lot’s value is its remaining amount × price, exact to the last digit', () => {
  expect(valueLot({ remaining: '0.0498', cost: '1583.36' }, '102496.22')).toEqual({
    value: '5104.311756',
    gain: '3520.951756',
  });
  expect(valueLot({ remaining: '2', cost: null }, '3')).toEqual({ value: '6', gain: null });
  expect(valueLot({ remaining: '0.000000000000000001', cost: '1' }, '0.1').gain).toBe(
    '-0.9999999999999999999',
  );
  expect(valueLot({ remaining: '2', cost: '1' }, null)).toEqual({ value: null, gain: null });
});
