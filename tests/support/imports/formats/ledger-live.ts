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
  rows(m, index) {
    const types = { deposit: 'IN', withdrawal: 'OUT', staking: 'REWARD' } as const;
    const amount = m.what === 'withdrawal' ? add(m.amount, m.fee) : m.amount;
    const fee = m.what === 'withdrawal' ? m.fee : '0';
    const type = types[m.what as keyof typeof types];
    return [
      [
        formatIsoTime(m.at),
        'Confirmed',
        m.coin,
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
