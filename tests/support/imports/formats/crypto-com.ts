import type { FormatWriter } from './format-writer.ts';
import { cell, formatTime, negativeCell } from './writer-values.ts';

export const cryptoCom: FormatWriter = {
  format: 'crypto_com',
  columns: [
    ...[
      'Timestamp (UTC)',
      'Transaction Description',
      'Currency',
      'Amount',
      'To Currency',
      'To Amount',
      'Native Currency',
    ],
    ...['Native Amount', 'Native Amount (in USD)', 'Transaction Kind'],
  ],
  kinds: ['swap', 'deposit', 'staking'],
  precision: 1000,
  rows(movement) {
    const kinds = {
      swap: 'crypto_exchange',
      deposit: 'crypto_deposit',
      staking: 'mco_stake_reward',
    } as const;
    const kind = kinds[movement.kind as keyof typeof kinds];
    const [amount, to] =
      movement.kind === 'swap'
        ? [negativeCell(movement.amount), [movement.other, cell(movement.otherAmount)]]
        : [cell(movement.amount), ['', '']];
    return [
      [formatTime(movement.at), 'text', movement.coin, amount, ...to, 'EUR', cell('1.5'), cell('1.6'), kind],
    ];
  },
};
