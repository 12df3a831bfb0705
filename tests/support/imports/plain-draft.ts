import type { Draft } from '#server/portfolio/imports/readers/draft.ts';

/** A purchase of one bitcoin for a hundred dollars, as returned by a reader of files. */
export const plainDraft: Draft = {
  type: 'buy',
  kind: null,
  occurredAt: 1,
  monthFirst: null,
  precision: 1000,
  in: { ticker: 'BTC', name: null, coinId: null, amount: '1' },
  out: { currency: 'USD', amount: '100' },
  fee: null,
  value: null,
  wallet: null,
  toWallet: null,
  externalId: null,
  orderId: null,
  hash: null,
  address: null,
  note: null,
  acquiredAt: null,
  lots: null,
  isDateAssumed: false,
  balances: [],
  lines: [2],
};
