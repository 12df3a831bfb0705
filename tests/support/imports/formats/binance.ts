import type { FormatWriter, NumberCell } from './format-writer.ts';
import { cell, formatTime, negativeCell } from './writer-values.ts';

export const binance: FormatWriter = {
  format: 'binance',
  columns: ['User_ID', 'UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  // A withdrawal's fee is included in its amount and not given separately.
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m) {
    const row = (operation: string, coin: string, change: NumberCell) => [
      '1',
      formatTime(m.at),
      'Spot',
      operation,
      coin,
      change,
      '',
    ];
    if (m.what === 'buy')
      return [
        row('Buy', m.coin, cell(m.amount)),
        row('Fee', m.other, negativeCell(m.fee)),
        row('Buy', m.other, negativeCell(m.otherAmount)),
      ];
    if (m.what === 'sell')
      return [
        row('Transaction Sold', m.coin, negativeCell(m.amount)),
        row('Transaction Revenue', m.other, cell(m.otherAmount)),
        row('Transaction Fee', m.other, negativeCell(m.fee)),
      ];
    if (m.what === 'swap')
      return [
        row('Binance Convert', m.coin, negativeCell(m.amount)),
        row('Binance Convert', m.other, cell(m.otherAmount)),
      ];
    if (m.what === 'deposit') return [row('Deposit', m.coin, cell(m.amount))];
    return [row('Staking Rewards', m.coin, cell(m.amount))];
  },
};
