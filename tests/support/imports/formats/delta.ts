import type { FormatWriter } from './format-writer.ts';
import { allKinds, cell, formatTime } from './writer-values.ts';

export const delta: FormatWriter = {
  format: 'delta',
  columns: [
    ...[
      'Date',
      'Way',
      'Base amount',
      'Base currency (name)',
      'Base type',
      'Quote amount',
      'Quote currency',
      'Exchange',
    ],
    ...['Sent/Received from', 'Sent to', 'Fee amount', 'Fee currency (name)', 'Broker', 'Notes'],
  ],
  kinds: allKinds,
  precision: 1000,
  rows(m) {
    const ways = {
      buy: 'BUY',
      sell: 'SELL',
      swap: 'SELL',
      deposit: 'DEPOSIT',
      withdrawal: 'WITHDRAW',
      staking: 'DEPOSIT',
    };
    const isTrade = m.what === 'buy' || m.what === 'sell' || m.what === 'swap';
    const quote = isTrade ? [cell(m.otherAmount), m.other] : ['', ''];
    const hasFee = m.what !== 'swap' && m.what !== 'deposit' && m.what !== 'staking';
    const fee = hasFee ? [cell(m.fee), m.what === 'withdrawal' ? m.coin : m.other] : ['', ''];
    const date = `${formatTime(m.at - 4 * 3_600_000)}-04:00`;
    return [
      [
        date,
        ways[m.what],
        cell(m.amount),
        m.coin,
        'CRYPTO',
        ...quote,
        '',
        m.what === 'staking' ? 'STAKING' : '',
        '',
        ...fee,
        '',
        '',
      ],
    ];
  },
};
