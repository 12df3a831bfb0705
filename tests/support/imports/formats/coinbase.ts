import type { Cell, FormatWriter, NumberCell } from './format-writer.ts';
import { cell, formatTime, negativeCell } from './writer-values.ts';

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
        `${formatTime(m.at)} UTC`,
        type,
        m.coin,
        amount,
        m.what === 'swap' ? 'EUR' : m.other,
        '',
        ...money,
        note,
      ],
    ];
    const trade = [cell(m.otherAmount), '', cell(m.fee)];
    if (m.what === 'buy') return row('Buy', cell(m.amount), trade);
    if (m.what === 'sell') return row('Sell', negativeCell(m.amount), trade);
    if (m.what === 'deposit') return row('Receive', cell(m.amount));
    if (m.what === 'staking') return row('Staking Income', cell(m.amount));
    return row(
      'Convert',
      negativeCell(m.amount),
      undefined,
      `Converted ${m.amount} ${m.coin} to ${m.otherAmount} ${m.other}`,
    );
  },
};
