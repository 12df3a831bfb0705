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
  rows: (m, index) => [
    [
      ...[
        'u',
        'main',
        `o${index}`,
        `${m.coin}-${m.other}`,
        m.what.toUpperCase(),
        'LIMIT',
        '',
        cell(m.amount),
        cell(m.otherAmount),
      ],
      ...['', formatTime(m.at + 8 * 3_600_000), cell(m.fee), '', 'TAKER', m.other],
    ],
  ],
};
