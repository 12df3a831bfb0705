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
  rows(movement) {
    const ways = {
      buy: 'BUY',
      sell: 'SELL',
      swap: 'SELL',
      deposit: 'DEPOSIT',
      withdrawal: 'WITHDRAW',
      staking: 'DEPOSIT',
    };
    const isTrade = movement.kind === 'buy' || movement.kind === 'sell' || movement.kind === 'swap';
    const quote = isTrade ? [cell(movement.otherAmount), movement.other] : ['', ''];
    const hasFee = movement.kind !== 'swap' && movement.kind !== 'deposit' && movement.kind !== 'staking';
    const fee = hasFee
      ? [cell(movement.fee), movement.kind === 'withdrawal' ? movement.coin : movement.other]
      : ['', ''];
    const date = `${formatTime(movement.at - 4 * 3_600_000)}-04:00`;
    return [
      [
        date,
        ways[movement.kind],
        cell(movement.amount),
        movement.coin,
        'CRYPTO',
        ...quote,
        '',
        movement.kind === 'staking' ? 'STAKING' : '',
        '',
        ...fee,
        '',
        '',
      ],
    ];
  },
};
