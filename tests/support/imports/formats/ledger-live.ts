import type { FormatWriter } from './format-writer.ts';
import { iso, n, plus } from './writer-values.ts';

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
    const amount = m.what === 'withdrawal' ? plus(m.amount, m.fee) : m.amount;
    const fee = m.what === 'withdrawal' ? m.fee : '0';
    const type = types[m.what as keyof typeof types];
    return [
      [iso(m.at), 'Confirmed', m.coin, type, n(amount), n(fee), `0x${index}`, 'One', 'xpub', 'EUR', n('0')],
    ];
  },
};
