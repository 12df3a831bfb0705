import type { FormatWriter, NumberCell } from './format-writer.ts';
import { all, minus, n, stamp } from './writer-values.ts';

export const kraken: FormatWriter = {
  format: 'kraken',
  columns: ['txid', 'refid', 'time', 'type', 'subtype', 'aclass', 'asset', 'amount', 'fee', 'balance'],
  kinds: all,
  precision: 1000,
  rows(m, index) {
    const row = (type: string, asset: string, amount: NumberCell, fee = '0') => [
      ...[`L${index}${asset}`, `T${index}`, stamp(m.at), type, '', 'currency'],
      ...[asset === 'BTC' ? 'XXBT' : asset === 'EUR' ? 'ZEUR' : asset, amount, n(fee), ''],
    ];
    if (m.what === 'buy')
      return [row('trade', m.coin, n(m.amount)), row('trade', m.other, minus(m.otherAmount), m.fee)];
    if (m.what === 'sell')
      return [row('trade', m.coin, minus(m.amount)), row('trade', m.other, n(m.otherAmount), m.fee)];
    if (m.what === 'swap')
      return [row('spend', m.coin, minus(m.amount)), row('receive', m.other, n(m.otherAmount))];
    if (m.what === 'deposit') return [row('deposit', m.coin, n(m.amount))];
    if (m.what === 'withdrawal') return [row('withdrawal', m.coin, minus(m.amount), m.fee)];
    return [row('staking', `${m.coin}.S`, n(m.amount))];
  },
};
