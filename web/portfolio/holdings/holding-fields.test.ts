import { describe, expect, it } from 'vitest';
import { newFields } from '../transaction-form/transaction-fields.ts';
import { checkHolding, draftPurchase, listHoldingChanges, readHoldingNumber } from './holding-fields.ts';

const coin = { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', market_cap_rank: 1 };
const fields = { coin, amount: '0.25', purchasePrice: '68400' };

describe('the fields of a holding', () => {
  it('are valid with a coin and an amount, with or without a price', () => {
    expect(checkHolding(fields, '.')).toEqual({});
    expect(checkHolding({ ...fields, purchasePrice: '' }, '.')).toEqual({});
    expect(checkHolding({ ...fields, amount: '123456789012.123456789012345678' }, '.')).toEqual({});
  });

  it('say what is missing', () => {
    expect(checkHolding({ coin: null, amount: '', purchasePrice: '' }, '.')).toEqual({
      coin: 'Please select a cryptocurrency',
      amount: 'Amount is required',
    });
  });

  it('are read in the notation of the reader', () => {
    expect([readHoldingNumber('1,234.5', '.'), readHoldingNumber('1.234,5', ',')]).toEqual([
      '1234.5',
      '1234.5',
    ]);
    // The same text is another number for another reader.
    expect([readHoldingNumber('1.500', '.'), readHoldingNumber('1.500', ',')]).toEqual(['1.500', '1500']);
    expect(readHoldingNumber('0,5', ',')).toBe('0.5');
    expect(checkHolding({ coin, amount: '0,5', purchasePrice: '68.400,25' }, ',')).toEqual({});
  });

  it('say that a number is too long', () => {
    for (const text of ['1234567890123', '0.1234567890123456789', '1'.repeat(30)])
      expect(checkHolding({ ...fields, amount: text }, '.').amount, text).toBe(
        'Must have at most 12 digits before the point and 18 after it',
      );
  });

  it('reject anything but a positive number', () => {
    for (const text of ['0', '-3', '1e3', '0x1', 'Infinity', 'NaN', '１', '1.']) {
      expect(checkHolding({ ...fields, amount: text }, '.').amount, text).toBe('Must be a positive number');
      expect(checkHolding({ ...fields, purchasePrice: text }, '.').purchasePrice, text).toBe(
        'Must be a positive number',
      );
    }
  });
});

it('A changed amount leaves a price that was paid in another currency as it is', () => {
  // Fifty euros, shown in dollars.
  const holding = { amount: '2', purchasePrice: '62.5' };
  const change = (typed: Partial<typeof holding>) => listHoldingChanges(holding, { ...holding, ...typed });
  expect(change({ amount: '3' })).toEqual({ amount: '3' });
  expect(change({ purchasePrice: '70' })).toEqual({ purchasePrice: '70', currency: 'USD' });
  expect(change({ amount: '3', purchasePrice: '70' })).toEqual({
    amount: '3',
    purchasePrice: '70',
    currency: 'USD',
  });
  expect(change({})).toEqual({ amount: '2' });
  const withoutPrice = { amount: '2', purchasePrice: null };
  expect(listHoldingChanges(withoutPrice, { ...withoutPrice, amount: '1' })).toEqual({ amount: '1' });
  expect(listHoldingChanges(holding, withoutPrice)).toEqual({ purchasePrice: null, currency: 'USD' });
});

it('A price typed in dollars stays in dollars in the transaction form of a portfolio in another currency', () => {
  const draft = draftPurchase(fields);
  expect(draft).toMatchObject({ type: 'buy', amount: '0.25', price: '68400', money: '17100' });
  expect(newFields(draft, 'EUR', 0).currency).toBe('USD');
  const withoutPrice = draftPurchase({ ...fields, purchasePrice: '' });
  expect(withoutPrice.money).toBe('');
  expect(newFields(withoutPrice, 'EUR', 0).currency).toBe('EUR');
});
