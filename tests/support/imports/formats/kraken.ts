import type { FormatWriter, NumberCell } from './format-writer.ts';
import { allKinds, cell, formatTime, negativeCell } from './writer-values.ts';

export const kraken: FormatWriter = {
  format: 'kraken',
  columns: ['txid', 'refid', 'time', 'type', 'subtype', 'aclass', 'asset', 'amount', 'fee', 'balance'],
  kinds: allKinds,
  precision: 1000,
  rows(movement, index) {
    const row = (type: string, asset: string, amount: NumberCell, fee = '0') => [
      ...[`L${index}${asset}`, `T${index}`, formatTime(movement.at), type, '', 'currency'],
      ...[asset === 'BTC' ? 'XXBT' : asset === 'EUR' ? 'ZEUR' : asset, amount, cell(fee), ''],
    ];
    if (movement.kind === 'buy')
      return [
        row('trade', movement.coin, cell(movement.amount)),
        row('trade', movement.other, negativeCell(movement.otherAmount), movement.fee),
      ];
    if (movement.kind === 'sell')
      return [
        row('trade', movement.coin, negativeCell(movement.amount)),
        row('trade', movement.other, cell(movement.otherAmount), movement.fee),
      ];
    if (movement.kind === 'swap')
      return [
        row('spend', movement.coin, negativeCell(movement.amount)),
        row('receive', movement.other, cell(movement.otherAmount)),
      ];
    if (movement.kind === 'deposit') return [row('deposit', movement.coin, cell(movement.amount))];
    if (movement.kind === 'withdrawal')
      return [row('withdrawal', movement.coin, negativeCell(movement.amount), movement.fee)];
    return [row('staking', `${movement.coin}.S`, cell(movement.amount))];
  },
};
