import type { FormatWriter } from './format-writer.ts';
import { all, less, n, plus, stamp } from './writer-values.ts';

export const cointracking: FormatWriter = {
  format: 'cointracking',
  columns: [
    'Type',
    'Buy',
    'Cur.',
    'Sell',
    'Cur.',
    'Fee',
    'Cur.',
    'Exchange',
    'Group',
    'Comment',
    'Date',
    'Tx-ID',
  ],
  kinds: all,
  precision: 1000,
  isBound: (column) => column === 'Cur.',
  rows(m) {
    const [main, none] = [
      [n(m.amount), m.coin],
      ['', ''],
    ];
    const fee = [n(m.fee), m.other];
    const sides = {
      buy: ['Trade', ...main, n(plus(m.otherAmount, m.fee)), m.other, ...fee],
      sell: ['Trade', n(less(m.otherAmount, m.fee)), m.other, ...main, ...fee],
      swap: ['Trade', n(m.otherAmount), m.other, ...main, ...none],
      deposit: ['Deposit', ...main, ...none, ...none],
      withdrawal: ['Withdrawal', ...none, n(plus(m.amount, m.fee)), m.coin, n(m.fee), m.coin],
      staking: ['Staking', ...main, ...none, ...none],
    };
    return [[...sides[m.what], '', '', '', stamp(m.at), '']];
  },
};
