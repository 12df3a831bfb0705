import type { FormatWriter, NumberCell } from './format-writer.ts';
import { allKinds, cell, formatTime, negativeCell } from './writer-values.ts';

export const kraken: FormatWriter = {
  format: 'kraken',
  columns: ['txid', 'refid', 'time', 'type', 'subtype', 'aclass', 'asset', 'amount', 'fee', 'balance'],
  kinds: allKinds,
  precision: 1000,
  rows(m, index) {
    const row = (type: string, asset: string, amount: NumberCell, fee = '0') => [
      ...[`L${index}${asset}`, `T${index}`, formatTime(m.at), type, '', 'currency'],
      ...[asset === 'BTC' ? 'XXBT' : asset === 'EUR' ? 'ZEUR' : asset, amount, cell(fee), ''],
    ];
    if (m.what === 'buy')
      return [
        row('trade', m.coin, cell(m.amount)),
        row('trade', m.other, negativeCell(m.otherAmount), m.fee),
      ];
    if (m.what === 'sell')
      return [
        row('trade', m.coin, negativeCell(m.amount)),
        row('trade', m.other, cell(m.otherAmount), m.fee),
      ];
    if (m.what === 'swap')
      return [row('spend', m.coin, negativeCell(m.amount)), row('receive', m.other, cell(m.otherAmount))];
    if (m.what === 'deposit') return [row('deposit', m.coin, cell(m.amount))];
    if (m.what === 'withdrawal') return [row('withdrawal', m.coin, negativeCell(m.amount), m.fee)];
    return [row('staking', `${m.coin}.S`, cell(m.amount))];
  },
};
