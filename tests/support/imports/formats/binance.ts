import type { FormatWriter, NumberCell } from './format-writer.ts';
import { cell, formatTime, negativeCell } from './writer-values.ts';

export const binance: FormatWriter = {
  format: 'binance',
  columns: ['User_ID', 'UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  // A withdrawal's fee is included in its amount and not given separately.
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(movement) {
    const row = (operation: string, coin: string, change: NumberCell) => [
      '1',
      formatTime(movement.at),
      'Spot',
      operation,
      coin,
      change,
      '',
    ];
    if (movement.kind === 'buy')
      return [
        row('Buy', movement.coin, cell(movement.amount)),
        row('Fee', movement.other, negativeCell(movement.fee)),
        row('Buy', movement.other, negativeCell(movement.otherAmount)),
      ];
    if (movement.kind === 'sell')
      return [
        row('Transaction Sold', movement.coin, negativeCell(movement.amount)),
        row('Transaction Revenue', movement.other, cell(movement.otherAmount)),
        row('Transaction Fee', movement.other, negativeCell(movement.fee)),
      ];
    if (movement.kind === 'swap')
      return [
        row('Binance Convert', movement.coin, negativeCell(movement.amount)),
        row('Binance Convert', movement.other, cell(movement.otherAmount)),
      ];
    if (movement.kind === 'deposit') return [row('Deposit', movement.coin, cell(movement.amount))];
    return [row('Staking Rewards', movement.coin, cell(movement.amount))];
  },
};
