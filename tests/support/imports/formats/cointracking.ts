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
  rows(movement) {
    const [main, none] = [
      [cell(movement.amount), movement.coin],
      ['', ''],
    ];
    const fee = [cell(movement.fee), movement.other];
    const sides = {
      buy: ['Trade', ...main, cell(add(movement.otherAmount, movement.fee)), movement.other, ...fee],
      sell: ['Trade', cell(subtract(movement.otherAmount, movement.fee)), movement.other, ...main, ...fee],
      swap: ['Trade', cell(movement.otherAmount), movement.other, ...main, ...none],
      deposit: ['Deposit', ...main, ...none, ...none],
      withdrawal: [
        'Withdrawal',
        ...none,
        cell(add(movement.amount, movement.fee)),
        movement.coin,
        cell(movement.fee),
        movement.coin,
      ],
      staking: ['Staking', ...main, ...none, ...none],
    };
    return [[...sides[movement.kind], '', '', '', formatTime(movement.at), '']];
  },
};
