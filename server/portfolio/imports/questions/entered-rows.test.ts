import { expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MergedRow } from '../algebra/import-row.ts';
import { findEnteredRows } from './entered-rows.ts';

const entryAt = (at: number) =>
  ({
    id: String(at),
    type: 'buy',
    occurred_at: plainRow.at + at,
    in_coin: 'bitcoin',
    in_amount: '1',
    out_coin: null,
    out_amount: null,
    wallet: 'main',
    to_wallet: null,
  }) as TransactionRow;
const rowAt = (at: number): MergedRow => ({
  key: String(at),
  aliases: [],
  sources: [],
  row: { ...plainRow, at: plainRow.at + at },
});
const keysOf = (entries: readonly number[], rows: readonly MergedRow[]) =>
  findEnteredRows(entries.map(entryAt), rows).map(({ own, merged }) => [own.id, merged!.key]);

it('takes the nearest row within a day, and each once', () => {
  const day = 86_400_000;
  expect(keysOf([50, 51, 52, 53], [rowAt(0), rowAt(49), rowAt(52), rowAt(52 + day)])).toEqual([
    ['50', '49'],
    ['51', '52'],
    ['52', '0'],
    ['53', String(52 + day)],
  ]);
  expect(keysOf([0], [rowAt(day + 1), rowAt(-day - 1)])).toEqual([]);
});

it('finds thousands of equal entries without comparing each with each row', () => {
  const count = 2000;
  let reads = 0;
  const rows = Array.from({ length: count }, (_, place) => {
    const { row, ...merged } = rowAt(place);
    const counted = Object.defineProperty({ ...row }, 'at', {
      get: () => {
        reads += 1;
        return row.at;
      },
    });
    return { ...merged, row: counted };
  });
  const entries = Array.from({ length: count }, (_, place) => place);
  expect(keysOf(entries, rows)).toEqual(entries.map((place) => [String(place), String(place)]));
  expect(reads).toBeLessThan(count * 50);
});
