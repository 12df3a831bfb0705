import type { ImportRow } from './import-row.ts';

/** A copy of a row with some properties changed. */
export const changeRow = (row: ImportRow, changed: Partial<ImportRow>): ImportRow => ({
  type: row.type,
  kind: row.kind,
  at: row.at,
  precision: row.precision,
  in: row.in,
  out: row.out,
  fee: row.fee,
  value: row.value,
  wallet: row.wallet,
  toWallet: row.toWallet,
  externalId: row.externalId,
  orderId: row.orderId,
  hash: row.hash,
  note: row.note,
  acquiredAt: row.acquiredAt,
  lots: row.lots,
  isDateAssumed: row.isDateAssumed,
  lines: row.lines,
  ...changed,
});
