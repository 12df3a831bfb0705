import { describe, expect, it } from 'vitest';
import { changeRow } from '../algebra/change-row.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { createRowKeeper } from './row-keeper.ts';

const plain: ImportRow = {
  type: 'buy',
  kind: null,
  at: 1_700_000_000_000,
  precision: 1,
  in: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1' },
  out: { currency: 'EUR', amount: '100' },
  fee: null,
  value: null,
  wallet: 'main',
  toWallet: null,
  externalId: null,
  orderId: null,
  hash: null,
  note: null,
  acquiredAt: null,
  lots: null,
  isDateAssumed: false,
  lines: [2],
};
const full: ImportRow = {
  type: 'transfer',
  kind: 'staking',
  at: 1_600_000_000_000,
  precision: 60_000,
  in: null,
  out: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '2' },
  fee: { currency: 'EUR', amount: '3' },
  value: { currency: 'USD', amount: '4' },
  wallet: 'elsewhere',
  toWallet: 'name:kraken',
  externalId: 'id',
  orderId: 'order',
  hash: 'hash',
  note: 'note',
  acquiredAt: 1_500_000_000_000,
  lots: [{ transactionId: 'bought', amount: '1' }],
  isDateAssumed: true,
  lines: [3, 4],
};
const partly: ImportRow[] = [
  { ...plain, value: full.value },
  { ...plain, orderId: 'order' },
  { ...plain, hash: 'hash' },
  { ...plain, acquiredAt: 0 },
  { ...plain, lots: full.lots },
  { ...plain, lines: [] },
];

describe('a kept row', () => {
  it.each([plain, full, ...partly])('has every property of the row, also when it is copied', (row) => {
    const keep = createRowKeeper();
    keep(plain);
    keep(full);
    const kept = keep(row);
    for (const name of Object.keys(row) as (keyof ImportRow)[]) expect(kept[name]).toEqual(row[name]);
    expect(changeRow(kept, {})).toEqual(row);
    expect(changeRow(kept, { externalId: 'other' })).toEqual({ ...row, externalId: 'other' });
  });
});
