import type { FormatWriter, NumberCell } from './format-writer.ts';
import { minus, n, stamp } from './writer-values.ts';

export const binance: FormatWriter = {
  format: 'binance',
  columns: ['User_ID', 'UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  // A withdrawal's fee is included in its amount and not given separately.
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m) {
    const row = (operation: string, coin: string, change: NumberCell) => [
      '1',
      stamp(m.at),
      'Spot',
      operation,
      coin,
      change,
      '',
    ];
    if (m.what === 'buy')
      return [
        row('Buy', m.coin, n(m.amount)),
        row('Fee', m.other, minus(m.fee)),
        row('Buy', m.other, minus(m.otherAmount)),
      ];
    if (m.what === 'sell')
      return [
        row('Transaction Sold', m.coin, minus(m.amount)),
        row('Transaction Revenue', m.other, n(m.otherAmount)),
        row('Transaction Fee', m.other, minus(m.fee)),
      ];
    if (m.what === 'swap')
      return [
        row('Binance Convert', m.coin, minus(m.amount)),
        row('Binance Convert', m.other, n(m.otherAmount)),
      ];
    if (m.what === 'deposit') return [row('Deposit', m.coin, n(m.amount))];
    return [row('Staking Rewards', m.coin, n(m.amount))];
  },
};
