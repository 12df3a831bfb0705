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
  rows(m) {
    const kinds = {
      swap: 'crypto_exchange',
      deposit: 'crypto_deposit',
      staking: 'mco_stake_reward',
    } as const;
    const kind = kinds[m.what as keyof typeof kinds];
    const [amount, to] =
      m.what === 'swap'
        ? [negativeCell(m.amount), [m.other, cell(m.otherAmount)]]
        : [cell(m.amount), ['', '']];
    return [[formatTime(m.at), 'text', m.coin, amount, ...to, 'EUR', cell('1.5'), cell('1.6'), kind]];
  },
};
