import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { findCheckpoints, findGaps } from './checkpoints.ts';

const first = Date.UTC(2021, 2, 4, 10);
const buy = (minute: number, amount: string): ImportRow => ({
  ...plainRow,
  at: first + minute * 60_000,
  precision: 1000,
  in: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount },
  out: { currency: 'EUR', amount: '1' },
  wallet: 'kraken',
});
const named = (row: ImportRow, amount: string) => ({
  row,
  balances: [{ coinId: 'bitcoin', symbol: 'btc', amount }],
});
const stored = ({ at, in: into }: ImportRow) =>
  ({
    occurred_at: at,
    in_coin: 'bitcoin',
    in_amount: into!.amount,
    out_coin: null,
    fee_coin: null,
    wallet: 'kraken',
    to_wallet: null,
  }) as TransactionRow;

describe('balances stated by a file', () => {
  const rows = [named(buy(0, '0.1'), '0.6'), named(buy(1, '0.2'), '0.8'), named(buy(2, '0.3'), '1.2')];

  it('are kept where the rows explain less of the balance than before', () => {
    expect(findCheckpoints(rows, 'kraken').map(({ at, balance }) => [at, balance])).toEqual([
      [first, '0.6'],
      [first + 120_000, '1.2'],
    ]);
    expect(findCheckpoints(rows.toReversed(), 'kraken')).toEqual(findCheckpoints(rows, 'kraken'));
    expect(findCheckpoints([named(buy(0, '0.1'), '0.1'), named(buy(1, '1'), '1.1')], 'kraken')).toEqual([]);
  });

  it('show what the ledger lacks, until it is there', async () => {
    const points = findCheckpoints(rows.slice(0, 2), 'kraken');
    const ledger = rows.slice(0, 2).map(({ row }) => stored(row));
    expect(await findGaps(points, ledger)).toEqual([
      { coinId: 'bitcoin', symbol: 'btc', amount: '0.5', before: first },
    ]);
    expect(await findGaps(points, [stored(buy(-60, '0.5')), ...ledger])).toEqual([]);
  });

  it('are compared wallet by wallet', async () => {
    const [point] = findCheckpoints(rows.slice(0, 1), 'kraken');
    const ledger = [stored(buy(0, '0.1'))];
    expect(await findGaps([point!, { ...point!, wallet: 'safe' }], ledger)).toMatchObject([
      { amount: '0.5' },
      { amount: '0.6' },
    ]);
  });

  it('are limited to 500 per file and checked in one pass that yields to other calls', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => named(buy(index, '0.1'), `${index + 1}`));
    const points = findCheckpoints(many, 'kraken');
    expect([points.length, points.at(-1)?.balance]).toEqual([500, '5000']);
    let reads = 0;
    const counted = many.map(({ row }) =>
      Object.defineProperty(stored(row), 'in_amount', {
        get() {
          reads += 1;
          return row.in!.amount;
        },
      }),
    );
    const [gaps, turns] = await countTurns(findGaps(points, counted));
    expect(gaps).toMatchObject([{ amount: '4500' }]);
    expect(reads).toBeLessThanOrEqual(2 * many.length);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
