import type { FormatWriter } from './format-writer.ts';
import { allKinds, cell, formatTime } from './writer-values.ts';

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
  kinds: allKinds,
  precision: 1000,
  rows(m) {
    const [main, other] = [
      [cell(m.amount), m.coin],
      [cell(m.otherAmount), m.other],
    ];
    const none = ['', ''];
    const sides = {
      buy: [...other, ...main, cell(m.fee), m.other],
      sell: [...main, ...other, cell(m.fee), m.other],
      swap: [...main, ...other, ...none],
      deposit: [...none, ...main, ...none],
      withdrawal: [...main, ...none, cell(m.fee), m.coin],
      staking: [...none, ...main, ...none],
    };
    return [
      [`${formatTime(m.at)} UTC`, ...sides[m.what], '', '', m.what === 'staking' ? 'staking' : '', '', ''],
    ];
  },
};
