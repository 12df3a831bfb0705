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
  rows(m, index) {
    const [day = '', time = ''] = formatIsoTime(m.at).slice(0, 23).split('T');
    const isTrade = m.what === 'buy';
    const amount = m.what === 'withdrawal' ? negativeCell(add(m.amount, m.fee)) : cell(m.amount);
    const paid = isTrade ? [m.other, negativeCell(add(m.otherAmount, m.fee))] : ['', ''];
    const fee = isTrade ? [m.other, cell(m.fee)] : m.what === 'withdrawal' ? [m.coin, cell(m.fee)] : ['', ''];
    return [
      ['UTC', day, time, m.what, m.coin, amount, '', '', ...paid, ...fee, 'Completed', `id${index}`, ''],
    ];
  },
};
