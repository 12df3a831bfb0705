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
  rows(movement, index) {
    const row = (type: string, amount: NumberCell, money: Cell[] = ['', '', ''], note = '') => [
      [
        `id${index}`,
        `${formatTime(movement.at)} UTC`,
        type,
        movement.coin,
        amount,
        movement.kind === 'swap' ? 'EUR' : movement.other,
        '',
        ...money,
        note,
      ],
    ];
    const trade = [cell(movement.otherAmount), '', cell(movement.fee)];
    if (movement.kind === 'buy') return row('Buy', cell(movement.amount), trade);
    if (movement.kind === 'sell') return row('Sell', negativeCell(movement.amount), trade);
    if (movement.kind === 'deposit') return row('Receive', cell(movement.amount));
    if (movement.kind === 'staking') return row('Staking Income', cell(movement.amount));
    return row(
      'Convert',
      negativeCell(movement.amount),
      undefined,
      `Converted ${movement.amount} ${movement.coin} to ${movement.otherAmount} ${movement.other}`,
    );
  },
};
