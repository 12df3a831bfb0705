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
  rows(movement) {
    const [main, other] = [
      [cell(movement.amount), movement.coin],
      [cell(movement.otherAmount), movement.other],
    ];
    const none = ['', ''];
    const sides = {
      buy: [...other, ...main, cell(movement.fee), movement.other],
      sell: [...main, ...other, cell(movement.fee), movement.other],
      swap: [...main, ...other, ...none],
      deposit: [...none, ...main, ...none],
      withdrawal: [...main, ...none, cell(movement.fee), movement.coin],
      staking: [...none, ...main, ...none],
    };
    return [
      [
        `${formatTime(movement.at)} UTC`,
        ...sides[movement.kind],
        '',
        '',
        movement.kind === 'staking' ? 'staking' : '',
        '',
        '',
      ],
    ];
  },
};
