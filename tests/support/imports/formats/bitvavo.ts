import type { FormatWriter } from './format-writer.ts';
import { add, cell, formatIsoTime, negativeCell } from './writer-values.ts';

export const bitvavo: FormatWriter = {
  format: 'bitvavo',
  columns: [
    ...['Timezone', 'Date', 'Time', 'Type', 'Currency', 'Amount', 'Quote Currency', 'Quote Price'],
    ...[
      'Received / Paid Currency',
      'Received / Paid Amount',
      'Fee currency',
      'Fee amount',
      'Status',
      'Transaction ID',
      'Address',
    ],
  ],
  kinds: ['buy', 'deposit', 'withdrawal', 'staking'],
  precision: 1,
  rows(movement, index) {
    const [day = '', time = ''] = formatIsoTime(movement.at).slice(0, 23).split('T');
    const isTrade = movement.kind === 'buy';
    const amount =
      movement.kind === 'withdrawal'
        ? negativeCell(add(movement.amount, movement.fee))
        : cell(movement.amount);
    const paid = isTrade ? [movement.other, negativeCell(add(movement.otherAmount, movement.fee))] : ['', ''];
    const fee = isTrade
      ? [movement.other, cell(movement.fee)]
      : movement.kind === 'withdrawal'
        ? [movement.coin, cell(movement.fee)]
        : ['', ''];
    return [
      [
        'UTC',
        day,
        time,
        movement.kind,
        movement.coin,
        amount,
        '',
        '',
        ...paid,
        ...fee,
        'Completed',
        `id${index}`,
        '',
      ],
    ];
  },
};
