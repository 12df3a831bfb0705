import type { ImportRow } from '#server/portfolio/imports/algebra/import-row.ts';

/** A purchase of bitcoin for euros. Tests change the fields they are about. */
export const plainRow: ImportRow = {
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
