import type { FormatWriter } from './format-writer.ts';
import { minus, n, stamp } from './writer-values.ts';

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
      m.what === 'swap' ? [minus(m.amount), [m.other, n(m.otherAmount)]] : [n(m.amount), ['', '']];
    return [[stamp(m.at), 'text', m.coin, amount, ...to, 'EUR', n('1.5'), n('1.6'), kind]];
  },
};
