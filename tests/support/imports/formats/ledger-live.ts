import type { FormatWriter } from './format-writer.ts';
import { add, cell, formatIsoTime } from './writer-values.ts';

export const ledgerLive: FormatWriter = {
  format: 'ledger_live',
  columns: [
    ...[
      'Operation Date',
      'Status',
      'Currency Ticker',
      'Operation Type',
      'Operation Amount',
      'Operation Fees',
    ],
    ...[
      'Operation Hash',
      'Account Name',
      'Account xpub',
      'Countervalue Ticker',
      'Countervalue at Operation Date',
    ],
  ],
  kinds: ['deposit', 'withdrawal', 'staking'],
  precision: 1,
  rows(movement, index) {
    const types = { deposit: 'IN', withdrawal: 'OUT', staking: 'REWARD' } as const;
    const amount = movement.kind === 'withdrawal' ? add(movement.amount, movement.fee) : movement.amount;
    const fee = movement.kind === 'withdrawal' ? movement.fee : '0';
    const type = types[movement.kind as keyof typeof types];
    return [
      [
        formatIsoTime(movement.at),
        'Confirmed',
        movement.coin,
        type,
        cell(amount),
        cell(fee),
        `0x${index}`,
        'One',
        'xpub',
        'EUR',
        cell('0'),
      ],
    ];
  },
};
