import type { FormatWriter } from './format-writer.ts';
import { all, n, stamp } from './writer-values.ts';

export const koinly: FormatWriter = {
  format: 'koinly',
  columns: [
    ...[
      'Date',
      'Sent Amount',
      'Sent Currency',
      'Received Amount',
      'Received Currency',
      'Fee Amount',
      'Fee Currency',
    ],
    ...['Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'],
  ],
  kinds: all,
  precision: 1000,
  rows(m) {
    const [main, other] = [
      [n(m.amount), m.coin],
      [n(m.otherAmount), m.other],
    ];
    const none = ['', ''];
    const sides = {
      buy: [...other, ...main, n(m.fee), m.other],
      sell: [...main, ...other, n(m.fee), m.other],
      swap: [...main, ...other, ...none],
      deposit: [...none, ...main, ...none],
      withdrawal: [...main, ...none, n(m.fee), m.coin],
      staking: [...none, ...main, ...none],
    };
    return [[`${stamp(m.at)} UTC`, ...sides[m.what], '', '', m.what === 'staking' ? 'staking' : '', '', '']];
  },
};
