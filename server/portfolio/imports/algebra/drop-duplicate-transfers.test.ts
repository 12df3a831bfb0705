import { expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import { dropDuplicateTransfers } from './drop-duplicate-transfers.ts';
import type { ImportFile, ImportRow } from './import-row.ts';
import { mergeRows } from './merge-rows.ts';

const fileOf = (layout: string, rows: readonly ImportRow[]): ImportFile => ({
  importId: layout,
  format: 'koinly',
  layout,
  digest: layout,
  from: null,
  to: null,
  rows,
});
const countOf = (...files: ImportFile[]) => dropDuplicateTransfers(mergeRows(files).rows, files).length;

const deposit: ImportRow = {
  ...plainRow,
  type: 'transfer',
  out: plainRow.in,
  in: null,
  wallet: 'elsewhere',
  toWallet: 'main',
  hash: '0x1',
};

it('keeps movements of different hashes apart, and counts those of one hash once, at any time', () => {
  const other = { ...deposit, at: deposit.at + 1000, hash: '0x2' };
  expect(countOf(fileOf('transactions', [deposit]), fileOf('simple', [other]))).toBe(2);
  const same = { ...deposit, at: deposit.at + 3 * 3_600_000, hash: '0X1' };
  expect(countOf(fileOf('transactions', [deposit]), fileOf('simple', [same]))).toBe(1);
  const unnamed = { ...deposit, at: deposit.at + 2000, hash: null };
  expect(countOf(fileOf('transactions', [deposit, other]), fileOf('simple', [unnamed, same]))).toBe(2);
});
