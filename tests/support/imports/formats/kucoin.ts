import type { FormatWriter } from './format-writer.ts';
import { cell, formatTime } from './writer-values.ts';

export const kucoin: FormatWriter = {
  format: 'kucoin',
  columns: [
    ...[
      'UID',
      'Account Type',
      'Order ID',
      'Symbol',
      'Side',
      'Order Type',
      'Avg. Filled Price',
      'Filled Amount',
      'Filled Volume',
    ],
    ...['Filled Volume (USDT)', 'Filled Time(UTC+08:00)', 'Fee', 'Tax', 'Maker/Taker', 'Fee Currency'],
  ],
  kinds: ['buy', 'sell'],
  precision: 1000,
  rows: (movement, index) => [
    [
      ...[
        'u',
        'main',
        `o${index}`,
        `${movement.coin}-${movement.other}`,
        movement.kind.toUpperCase(),
        'LIMIT',
        '',
        cell(movement.amount),
        cell(movement.otherAmount),
      ],
      ...['', formatTime(movement.at + 8 * 3_600_000), cell(movement.fee), '', 'TAKER', movement.other],
    ],
  ],
};
