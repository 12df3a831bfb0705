import { expect, it } from 'vitest';
import type { Disposal } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { effectOf, findTransactionValue, groupDisposals } from './transaction-effects.ts';

const transaction = (type: Transaction['type'], more: Partial<Transaction> = {}) =>
  ({ id: 't1', type, in: null, out: null, value: null, ...more }) as Transaction;
const disposal = (gain: string | null, isFee = false) =>
  ({ transactionId: 't1', gain, isFee, proceeds: '10' }) as Disposal;

it('A row shows its transaction’s effect', () => {
  expect(effectOf(transaction('sell'), [disposal('0.10'), disposal('-0.3', true)])).toEqual({
    kind: 'gain',
    gain: '-0.20',
  });
  expect(effectOf(transaction('sell'), [disposal(null)])).toMatchObject({ isProblem: true });
  expect(effectOf(transaction('sell'), undefined)).toBeUndefined();
  expect(effectOf(transaction('gift_out'), [disposal('5')])).toEqual({ kind: 'words', words: 'No gain' });
  // A fee in coins is sold, although the gift is not.
  expect(effectOf(transaction('gift_out'), [disposal('0'), disposal('2.5', true)])).toEqual({
    kind: 'gain',
    gain: '2.5',
  });
  expect(effectOf(transaction('buy'), undefined)).toEqual({ kind: 'words', words: 'New lot' });
  expect(effectOf(transaction('transfer'), [])).toEqual({ kind: 'words', words: 'Moved' });
  const value = { currency: 'EUR', amount: '3' };
  expect(effectOf(transaction('income', { value }), [])).toEqual({
    kind: 'income',
    value: '3',
    currency: 'EUR',
  });
});

it('A row says whether the cost or the value of what left is not known', () => {
  const words = (more: Partial<Disposal>) =>
    effectOf(transaction('spend'), [{ ...disposal(null), cost: null, ...more } as Disposal]);
  expect(words({})).toEqual({ kind: 'words', words: 'Cost not known', isProblem: true });
  expect(words({ cost: '4', proceeds: null })).toEqual({
    kind: 'words',
    words: 'Value not known',
    isProblem: true,
  });
});

it('The value of a transaction is its money, else the value entered, else the proceeds of its disposal', () => {
  const money = { currency: 'EUR', amount: '7' };
  expect(findTransactionValue(transaction('sell', { in: money }), [], 'USD')).toEqual(money);
  expect(findTransactionValue(transaction('spend', { value: money }), [], 'USD')).toEqual(money);
  expect(findTransactionValue(transaction('swap'), [disposal('1', true), disposal('1')], 'USD')).toEqual({
    amount: '10',
    currency: 'USD',
  });
  expect(findTransactionValue(transaction('transfer'), undefined, 'USD')).toBeNull();
  // Its proceeds equal its cost, which is not a value.
  expect(findTransactionValue(transaction('gift_out'), [disposal('0')], 'USD')).toBeNull();
  expect(findTransactionValue(transaction('gift_out', { value: money }), [disposal('0')], 'USD')).toEqual(
    money,
  );
  expect(groupDisposals([disposal('1'), disposal('2')]).get('t1')).toHaveLength(2);
});
