import type { FormatWriter } from './format-writer.ts';
import { n, stamp } from './writer-values.ts';

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
        n(m.amount),
        n(m.otherAmount),
      ],
      ...['', stamp(m.at + 8 * 3_600_000), n(m.fee), '', 'TAKER', m.other],
    ],
  ],
};
