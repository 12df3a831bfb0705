import { describe, expect, it } from 'vitest';
import { checkHolding } from './holding-fields.ts';

const coin = { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', market_cap_rank: 1 };
const fields = { coin, amount: '0.25', purchasePrice: '68400' };

describe('the fields of a holding', () => {
  it('are valid with a coin and an amount, with or without a price', () => {
    expect(checkHolding(fields)).toEqual({});
    expect(checkHolding({ ...fields, purchasePrice: '' })).toEqual({});
    expect(checkHolding({ ...fields, amount: '123456789012.123456789012345678' })).toEqual({});
  });

  it('say what is missing', () => {
    expect(checkHolding({ coin: null, amount: '', purchasePrice: '' })).toEqual({
      coin: 'Please select a cryptocurrency',
      amount: 'Amount is required',
    });
  });

  it('reject anything but a plain positive number', () => {
    for (const text of [
      '0',
      '-3',
      '1e3',
      '0x1',
      'Infinity',
      'NaN',
      '1,5',
      '１',
      '1.',
      ' 1',
      '1234567890123',
    ]) {
      expect(checkHolding({ ...fields, amount: text }).amount, text).toBe('Must be a positive number');
      expect(checkHolding({ ...fields, purchasePrice: text }).purchasePrice, text).toBe(
        'Must be a positive number',
      );
    }
  });
});
