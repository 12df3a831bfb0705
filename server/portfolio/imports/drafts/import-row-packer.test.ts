import { describe, expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import { changeRow } from '../algebra/change-row.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { createImportRowPacker } from './import-row-packer.ts';

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
const variants: ImportRow[] = [
  { ...plainRow, value: full.value },
  { ...plainRow, orderId: 'order' },
  { ...plainRow, hash: 'hash' },
  { ...plainRow, acquiredAt: 0 },
  { ...plainRow, lots: full.lots },
  { ...plainRow, lines: [] },
  { ...full, out: { coinId: 'bitcoin', symbol: 'xbt', name: 'Bitcoin', amount: '2' } },
  { ...full, out: { coinId: 'bitcoin', symbol: 'btc', name: 'bitcoin', amount: '2' } },
  { ...full, in: { currency: 'bitcoin', amount: '2' }, out: null },
  { ...full, in: { coinId: 'EUR', symbol: 'eur', name: 'Euro', amount: '2' } },
];

describe('a packed row', () => {
  it.each([plainRow, full, ...variants])('has every property of the row, also when it is copied', (row) => {
    const pack = createImportRowPacker();
    pack(plainRow);
    pack(full);
    const packed = pack(row);
    for (const name of Object.keys(row) as (keyof ImportRow)[]) expect(packed[name]).toEqual(row[name]);
    expect(changeRow(packed, {})).toEqual(row);
    expect(changeRow(packed, { externalId: 'other' })).toEqual({ ...row, externalId: 'other' });
  });
});
