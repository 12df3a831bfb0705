import type { Cell, FormatWriter, NumberCell } from './format-writer.ts';
import { minus, n, stamp } from './writer-values.ts';

export const coinbase: FormatWriter = {
  format: 'coinbase',
  columns: [
    ...[
      'ID',
      'Timestamp',
      'Transaction Type',
      'Asset',
      'Quantity Transacted',
      'Price Currency',
      'Price at Transaction',
    ],
    ...['Subtotal', 'Total (inclusive of fees and/or spread)', 'Fees and/or Spread', 'Notes'],
  ],
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m, index) {
    const row = (type: string, amount: NumberCell, money: Cell[] = ['', '', ''], note = '') => [
      [
        `id${index}`,
        `${stamp(m.at)} UTC`,
        type,
        m.coin,
        amount,
        m.what === 'swap' ? 'EUR' : m.other,
        '',
        ...money,
        note,
      ],
    ];
    const trade = [n(m.otherAmount), '', n(m.fee)];
    if (m.what === 'buy') return row('Buy', n(m.amount), trade);
    if (m.what === 'sell') return row('Sell', minus(m.amount), trade);
    if (m.what === 'deposit') return row('Receive', n(m.amount));
    if (m.what === 'staking') return row('Staking Income', n(m.amount));
    return row(
      'Convert',
      minus(m.amount),
      undefined,
      `Converted ${m.amount} ${m.coin} to ${m.otherAmount} ${m.other}`,
    );
  },
};
