import { describe, expect, it } from 'vitest';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { checkTransaction, fieldOfIssue, toBody, writeFields } from './transaction-body.ts';
import { fieldsOf, newFields, type TransactionDraft, type TransactionFields } from './transaction-fields.ts';

const now = Date.UTC(2024, 11, 19, 10, 44);
const coin = (id: string, symbol: string) => ({
  id,
  symbol,
  name: symbol.toUpperCase(),
  market_cap_rank: null,
});
const bitcoin = coin('bitcoin', 'btc');
const ether = coin('ethereum', 'eth');
const typed = (draft: TransactionDraft) => newFields(draft, 'USD', now);
const check = (draft: TransactionDraft) =>
  Object.fromEntries(Object.entries(checkTransaction(typed(draft), '.', now)).filter(([, fault]) => fault));
const leg = (id: string, symbol: string, amount: string) => ({
  coinId: id,
  symbol,
  name: symbol.toUpperCase(),
  amount,
});

describe('a typed transaction', () => {
  it('is refused if the amount of a lot is not a number, instead of taking other lots', () => {
    const sale: TransactionDraft = { type: 'sell', coin: bitcoin, amount: '1', money: '9' };
    for (const amount of ['abc', '-1', '1,,5'])
      expect(check({ ...sale, lots: { t1: '0.5', t2: amount } })).toEqual({
        lots: 'Each amount must be a number, zero or more',
      });
    expect(check({ ...sale, lots: { t1: '0.5', t2: '', t3: '0' } })).toEqual({});
    expect(check({ ...sale, type: 'buy', lots: { t1: 'abc' } })).toEqual({});
  });

  it('is refused if its price per coin is not a number, which would leave another total or none', () => {
    const purchase: TransactionDraft = { coin: bitcoin, amount: '2' };
    for (const price of ['6o000', '$60000', '-1'])
      for (const money of ['', '12'])
        expect(check({ ...purchase, price, money })).toEqual({ price: 'Must be a number, zero or more' });
    expect(check({ ...purchase, price: '60,000', money: '120000' })).toEqual({});
    expect(check({ ...purchase, type: 'gift_in', price: '6o000' })).toEqual({});
  });

  it('is sent with the legs of its type only', () => {
    const fields = typed({
      coin: bitcoin,
      amount: '0,1',
      money: '10,249.62',
      feeAmount: '20.50',
      value: '7',
    });
    expect(toBody(fields, '.')).toEqual({
      type: 'buy',
      occurredAt: '2024-12-19T10:44:00.000Z',
      in: leg('bitcoin', 'btc', '0.1'),
      out: { currency: 'USD', amount: '10249.62' },
      fee: { currency: 'USD', amount: '20.50' },
      value: null,
      note: null,
    });
    expect(toBody({ ...fields, type: 'sell' }, '.')).toMatchObject({
      in: { currency: 'USD', amount: '10249.62' },
      out: leg('bitcoin', 'btc', '0.1'),
    });
    expect(toBody({ ...fields, money: '' }, '.')).toMatchObject({ out: null });
    expect(toBody({ ...fields, type: 'income' }, '.')).toMatchObject({
      in: leg('bitcoin', 'btc', '0.1'),
      out: null,
      fee: null,
      value: { currency: 'USD', amount: '7' },
      kind: 'staking',
    });
    const swap = { ...fields, type: 'swap', coinIn: ether, amountIn: '2', value: '' } as const;
    expect(toBody({ ...swap, feeUnit: 'coinIn' }, '.')).toMatchObject({
      in: leg('ethereum', 'eth', '2'),
      out: leg('bitcoin', 'btc', '0.1'),
      fee: leg('ethereum', 'eth', '20.50'),
      value: null,
    });
    expect(toBody({ ...fields, type: 'transfer', wallet: 'w1', toWallet: 'w2' }, '.')).toMatchObject({
      in: null,
      out: leg('bitcoin', 'btc', '0.1'),
      wallet: 'w1',
      toWallet: 'w2',
    });
    expect(toBody({ ...fields, type: 'fee', feeUnit: 'money' }, '.')).toMatchObject({
      out: { currency: 'USD', amount: '0.1' },
      fee: null,
    });
    expect(toBody({ ...fields, type: 'sell', lots: { t1: '0.05', t2: '', t3: '0' } }, '.')).toMatchObject({
      lots: [{ transactionId: 't1', amount: '0.05' }],
    });
  });

  it('has a message at each invalid field', () => {
    expect(check({})).toEqual({ amount: 'Amount is required', coin: 'Please select a cryptocurrency' });
    expect(check({ coin: bitcoin, amount: '0', money: 'x' })).toEqual({
      amount: 'Must be a positive number',
      money: 'Must be a positive number',
    });
    expect(check({ type: 'sell', coin: bitcoin, amount: '1' })).toEqual({ money: 'Amount is required' });
    expect(check({ type: 'swap', coin: bitcoin, amount: '1', coinIn: bitcoin, amountIn: '1' })).toEqual({
      coinIn: 'Must be another coin',
    });
    expect(check({ type: 'transfer', coin: bitcoin, amount: '1', wallet: 'a', toWallet: 'a' })).toEqual({
      toWallet: 'Must be another wallet',
    });
    const date = (occurredAt: string) => check({ coin: bitcoin, amount: '1', occurredAt }).occurredAt;
    expect(date('2009-01-02T23:59')).toBe('Must be 3 January 2009 or later');
    expect(date('2009-01-03T00:00')).toBeUndefined();
    expect(date('2024-12-20T10:45')).toBe('Must be no later than tomorrow');
    expect(date('')).toBe('Must be a date and a time');
    expect(check({ coin: bitcoin, amount: '1', feeAmount: '-1' })).toEqual({
      feeAmount: 'Must be a number, zero or more',
    });
  });
});

const stored: Transaction = {
  id: 't1',
  portfolioId: 'p1',
  type: 'swap',
  kind: null,
  occurredAt: '2024-05-27T14:36:12.345Z',
  in: leg('ethereum', 'eth', '27.6'),
  out: leg('bitcoin', 'btc', '1.2'),
  fee: leg('bnb', 'bnb', '0.01'),
  value: { currency: 'EUR', amount: '4672.68' },
  wallet: 'w1',
  toWallet: null,
  lots: [{ transactionId: 't0', amount: '1' }],
  note: 'a note',
  source: 'manual',
  importId: null,
  externalId: null,
  acquiredAt: null,
  isDateAssumed: false,
  createdAt: '2024-05-27T14:36:13.000Z',
  updatedAt: '2024-05-27T14:36:14.000Z',
};

it('The day on which the giver acquired a coin is the same in New York, and never after the gift', () => {
  const given = (acquiredAt: string) =>
    toBody(
      typed({ type: 'gift_in', coin: bitcoin, amount: '1', occurredAt: '2024-05-27T10:00', acquiredAt }),
      '.',
    ).acquiredAt;
  expect(given('2022-05-05')).toBe('2022-05-05T12:00:00.000Z');
  expect(given('2024-05-27')).toBe('2024-05-27T00:00:00.000Z');
});

it('A stored transaction survives the form unchanged', () => {
  const body = toBody(fieldsOf(stored, 'USD'), '.', stored);
  const { type, occurredAt, fee, value, wallet, lots, note, updatedAt } = stored;
  expect(body).toEqual({
    ...{ type, occurredAt, fee, value, wallet, lots, note, updatedAt },
    in: stored.in,
    out: stored.out,
  });
  const gift = { ...stored, type: 'gift_in', out: null, acquiredAt: '2020-01-02T00:00:00.000Z' } as const;
  expect(toBody(fieldsOf(gift, 'USD'), '.', gift)).toMatchObject({
    acquiredAt: gift.acquiredAt,
    in: stored.in,
  });
  for (const paid of [{ currency: 'EUR', amount: '3' }, leg('bnb', 'bnb', '1')]) {
    const alone = { ...stored, type: 'fee', in: null, out: paid, fee: null } as const;
    expect(toBody(fieldsOf(alone, 'USD'), '.', alone)).toMatchObject({ out: paid, fee: null });
  }
});

describe('a stored transaction whose note is changed', () => {
  const edit = (transaction: Transaction, change: Partial<TransactionFields> = {}) =>
    toBody({ ...fieldsOf(transaction, 'USD'), note: 'x', ...change }, '.', transaction);
  const euros = { currency: 'EUR', amount: '100' };

  it('keeps a fee in another currency than the price', () => {
    const fee = { currency: 'USD', amount: '5' };
    const bought: Transaction = { ...stored, type: 'buy', out: euros, fee, value: null, lots: null };
    expect(edit(bought)).toMatchObject({ out: euros, fee });
    expect(edit(bought, { feeAmount: '6' })).toMatchObject({ fee: { currency: 'USD', amount: '6' } });
    expect(edit(bought, { currency: 'GBP' })).toMatchObject({ out: { currency: 'GBP' }, fee });
    expect(edit(bought, { feeUnit: 'money' })).toMatchObject({ fee: { currency: 'EUR', amount: '5' } });
    const swapped: Transaction = { ...stored, fee };
    expect(edit(swapped)).toMatchObject({ fee, value: stored.value });
  });

  it('keeps the fee of an income, a gift or a position, which its form does not ask for', () => {
    for (const type of ['income', 'gift_in', 'opening'] as const) {
      const received: Transaction = { ...stored, type, out: null, value: null, lots: null };
      expect(edit(received), type).toMatchObject({ fee: stored.fee });
      expect(edit(received, { feeAmount: '' }), type).toMatchObject({ fee: null });
      expect(checkTransaction({ ...fieldsOf(received, 'USD'), feeAmount: 'x' }, '.', now)).toMatchObject({
        feeAmount: 'Must be a number, zero or more',
      });
    }
    const income: Transaction = { ...stored, type: 'income', out: null, lots: null };
    expect(edit(income, { type: 'gift_in' }).fee).toBeNull();
  });

  it('keeps a value that its form does not ask for, unless money is entered', () => {
    for (const type of ['buy', 'opening'] as const) {
      const received: Transaction = { ...stored, type, out: null, fee: null, lots: null };
      expect(edit(received), type).toMatchObject({ out: null, value: stored.value });
      expect(edit(received, { money: '7' }), type).toMatchObject({ out: { amount: '7' }, value: null });
    }
    for (const type of ['gift_out', 'loss', 'transfer', 'fee'] as const) {
      const left: Transaction = { ...stored, type, in: null, fee: null, toWallet: 'w2' };
      expect(edit(left), type).toMatchObject({ value: stored.value });
    }
    const fee: Transaction = { ...stored, type: 'fee', in: null, fee: null };
    expect(edit(fee, { feeUnit: 'money' })).toMatchObject({ out: { currency: 'EUR' }, value: null });
  });

  it('keeps the lots of a transfer and of a fee', () => {
    const { lots } = stored;
    const moved: Transaction = { ...stored, type: 'transfer', in: null, value: null, toWallet: 'w2' };
    expect(edit(moved)).toMatchObject({ lots });
    const fee: Transaction = { ...stored, type: 'fee', in: null, fee: null };
    expect(edit(fee)).toMatchObject({ lots });
    expect(edit(fee, { type: 'transfer', toWallet: 'w2' })).not.toHaveProperty('lots');
  });
});

it('A fee in the coin of a swap is money if the swap becomes a sale', () => {
  const swap = {
    coin: bitcoin,
    coinIn: ether,
    amount: '1',
    money: '9',
    feeAmount: '2',
    feeUnit: 'coinIn',
  } as const;
  expect(toBody(typed({ ...swap, type: 'sell' }), '.')).toMatchObject({
    fee: { currency: 'USD', amount: '2' },
  });
});

it('A stored transaction keeps its numbers in a language with points as thousands separators', () => {
  const exact: Transaction = {
    ...stored,
    in: leg('ethereum', 'eth', '17.585'),
    out: leg('bitcoin', 'btc', '1.234'),
    fee: leg('bnb', 'bnb', '0.125'),
    value: { currency: 'EUR', amount: '249.625' },
    lots: [{ transactionId: 't0', amount: '1.001' }],
  };
  for (const sign of ['.', ','] as const) {
    const fields = writeFields(fieldsOf(exact, 'USD'), sign);
    const { in: received, out, fee, value, lots } = exact;
    expect(toBody(fields, sign, exact)).toMatchObject({ in: received, out, fee, value, lots });
  }
});

it('The server’s issues are shown at the fields of the transaction’s type', () => {
  const of = (type: TransactionDraft['type'], path: string, hasLotFields = true) =>
    fieldOfIssue(path, typed({ type: type! }), hasLotFields);
  expect(of('buy', 'in.amount')).toBe('amount');
  expect(of('buy', 'in.coinId')).toBe('coin');
  expect(of('buy', 'out.amount')).toBe('money');
  expect(of('sell', 'in.amount')).toBe('money');
  expect(of('sell', 'in.currency')).toBe('currency');
  expect(of('swap', 'in.amount')).toBe('amountIn');
  expect(of('transfer', 'toWallet')).toBe('toWallet');
  expect(of('buy', 'toWallet')).toBeNull();
  expect(of('sell', 'lots.0.amount')).toBe('lots');
  expect(of('sell', 'lots.0.amount', false)).toBeNull();
  expect(of('buy', 'occurredAt')).toBe('occurredAt');
  expect(of('buy', 'portfolioId')).toBeNull();
});
