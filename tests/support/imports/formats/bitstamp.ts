import type { FormatWriter } from './format-writer.ts';
import { iso, n, withoutSwap } from './writer-values.ts';

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
  kinds: withoutSwap,
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
    const value = isTrade ? [n(m.otherAmount), m.other] : ['', ''];
    const fee = isTrade ? [n(m.fee), m.other] : m.what === 'withdrawal' ? [n(m.fee), m.coin] : ['', ''];
    const time = iso(m.at).replace('.000Z', 'Z');
    return [
      [
        String(index),
        'Main',
        types[m.what],
        subtype,
        time,
        n(m.amount),
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
