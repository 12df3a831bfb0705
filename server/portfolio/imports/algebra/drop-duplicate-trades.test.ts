import { expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import { dropDuplicateTrades } from './drop-duplicate-trades.ts';
import type { ImportFile, ImportRow } from './import-row.ts';
import { mergeRows } from './merge-rows.ts';

const fileOf = (layout: string, ...rows: ImportRow[]): ImportFile => ({
  importId: layout,
  format: 'kraken',
  layout,
  digest: layout,
  from: null,
  to: null,
  rows,
});
const paidOf = (...files: ImportFile[]) =>
  dropDuplicateTrades(mergeRows(files).rows, files).map(({ row }) => row.out?.amount);
const trade = (paid: string, more: Partial<ImportRow> = {}): ImportRow => ({
  ...plainRow,
  out: { currency: 'EUR', amount: paid },
  externalId: 'T1',
  ...more,
});

it('counts trades of one number once, although Kraken’s ledgers round what was paid', () => {
  const ledgers = fileOf('ledgers', trade('12.3457'));
  const trades = fileOf('trades', trade('12.34567', { orderId: 'O1' }));
  expect(paidOf(ledgers, trades)).toEqual(['12.3457']);
  expect(paidOf(trades, ledgers)).toEqual(['12.3457']);
});

it('keeps trades apart of which only the order has that number, or which have it twice', () => {
  const ledgers = fileOf('ledgers', trade('12.3457'));
  const parts = ['5', '7'].map((paid) => trade(paid, { externalId: null, orderId: 'T1' }));
  expect(paidOf(ledgers, fileOf('trades', ...parts))).toHaveLength(3);
  const twice = fileOf('ledgers', trade('12.3457'), trade('20'));
  expect(paidOf(twice, fileOf('trades', trade('12.34567')))).toHaveLength(3);
});
