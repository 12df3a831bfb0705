import type { FormatWriter } from './format-writer.ts';
import { cell, formatIsoTime, kindsWithoutSwap } from './writer-values.ts';

export const bitstamp: FormatWriter = {
  format: 'bitstamp',
  columns: [
    ...[
      'ID',
      'Account',
      'Type',
      'Subtype',
      'Datetime',
      'Amount',
      'Amount currency',
      'Value',
      'Value currency',
    ],
    ...['Rate', 'Rate currency', 'Fee', 'Fee currency', 'Order ID'],
  ],
  kinds: kindsWithoutSwap,
  precision: 1000,
  rows(movement, index) {
    const isTrade = movement.kind === 'buy' || movement.kind === 'sell';
    const types = {
      buy: 'Market',
      sell: 'Market',
      swap: '',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      staking: 'Staking reward',
    };
    const subtype = movement.kind === 'buy' ? 'Buy' : movement.kind === 'sell' ? 'Sell' : '';
    const value = isTrade ? [cell(movement.otherAmount), movement.other] : ['', ''];
    const fee = isTrade
      ? [cell(movement.fee), movement.other]
      : movement.kind === 'withdrawal'
        ? [cell(movement.fee), movement.coin]
        : ['', ''];
    const time = formatIsoTime(movement.at).replace('.000Z', 'Z');
    return [
      [
        String(index),
        'Main',
        types[movement.kind],
        subtype,
        time,
        cell(movement.amount),
        movement.coin,
        ...value,
        '',
        '',
        ...fee,
        '',
      ],
    ];
  },
};
