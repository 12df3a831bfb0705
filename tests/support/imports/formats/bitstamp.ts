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
  rows(m, index) {
    const isTrade = m.what === 'buy' || m.what === 'sell';
    const types = {
      buy: 'Market',
      sell: 'Market',
      swap: '',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      staking: 'Staking reward',
    };
    const subtype = m.what === 'buy' ? 'Buy' : m.what === 'sell' ? 'Sell' : '';
    const value = isTrade ? [cell(m.otherAmount), m.other] : ['', ''];
    const fee = isTrade ? [cell(m.fee), m.other] : m.what === 'withdrawal' ? [cell(m.fee), m.coin] : ['', ''];
    const time = formatIsoTime(m.at).replace('.000Z', 'Z');
    return [
      [
        String(index),
        'Main',
        types[m.what],
        subtype,
        time,
        cell(m.amount),
        m.coin,
        ...value,
        '',
        '',
        ...fee,
        '',
      ],
    ];
  },
};
