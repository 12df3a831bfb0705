import type { FormatWriter } from './format-writer.ts';
import { add, allKinds, cell, formatTime, subtract } from './writer-values.ts';

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
  kinds: allKinds,
  precision: 1000,
  isBound: (column) => column === 'Cur.',
  rows(m) {
    const [main, none] = [
      [cell(m.amount), m.coin],
      ['', ''],
    ];
    const fee = [cell(m.fee), m.other];
    const sides = {
      buy: ['Trade', ...main, cell(add(m.otherAmount, m.fee)), m.other, ...fee],
      sell: ['Trade', cell(subtract(m.otherAmount, m.fee)), m.other, ...main, ...fee],
      swap: ['Trade', cell(m.otherAmount), m.other, ...main, ...none],
      deposit: ['Deposit', ...main, ...none, ...none],
      withdrawal: ['Withdrawal', ...none, cell(add(m.amount, m.fee)), m.coin, cell(m.fee), m.coin],
      staking: ['Staking', ...main, ...none, ...none],
    };
    return [[...sides[m.what], '', '', '', formatTime(m.at), '']];
  },
};
