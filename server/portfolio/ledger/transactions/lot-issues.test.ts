import { expect, it, onTestFinished, vi } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { CoinAccount } from '../engine/coin-account.ts';
import { findLotIssues } from './lot-issues.ts';
import { type EntryRow, writeRowKey } from './transaction-row.ts';

const rowOf = (id: string, type: 'buy' | 'sell', day: number, amount: string, lot?: string): EntryRow => ({
  ...{ id, type, kind: null, occurred_at: day * 86_400_000, created_at: 0, row_key: writeRowKey(null) },
  in_coin: type === 'buy' ? 'bitcoin' : null,
  in_currency: null,
  in_amount: type === 'buy' ? amount : null,
  out_coin: type === 'sell' ? 'bitcoin' : null,
  out_currency: null,
  out_amount: type === 'sell' ? amount : null,
  ...{ fee_coin: null, fee_currency: null, fee_amount: null, value_currency: null, value_amount: null },
  ...{ wallet: 'main', to_wallet: null, acquired_at: null, is_date_assumed: 0 },
  lots: lot === undefined ? null : JSON.stringify([{ transactionId: lot, amount }]),
});

it('Lots of a thousand sales are found without listing all open ones, yielding to other calls', async () => {
  const list = vi.spyOn(CoinAccount.prototype, 'listOpen');
  onTestFinished(() => list.mockRestore());
  const bought = Array.from({ length: 3000 }, (_, index) => rowOf(`b${index}`, 'buy', 1, '1'));
  const sold = Array.from({ length: 1000 }, (_, index) =>
    rowOf(`s${index}`, 'sell', 2, index < 999 ? '1' : '2', `b${index}`),
  );
  const newIds = new Set(sold.map(({ id }) => id));
  const [issues, turns] = await countTurns(
    findLotIssues('bitcoin', [...bought, ...sold], newIds, 'portfolio'),
  );
  expect([...issues]).toEqual([
    ['s999', [{ path: 'lots.0.amount', message: 'Only 1 of the lot of 1970-01-02 is left' }]],
  ]);
  expect(turns).toBeGreaterThanOrEqual(12);
  expect(list).not.toHaveBeenCalled();
});

it('A transfer and a sale of very many lots yield to other calls', async () => {
  const bought = Array.from({ length: 10_000 }, (_, index) => rowOf(`b${index}`, 'buy', 1, '1'));
  const moved = { ...rowOf('t', 'sell', 2, '9000'), type: 'transfer', to_wallet: 'safe' } as const;
  const sold = { ...rowOf('all', 'sell', 3, '8000'), wallet: 'safe' };
  const sale = { ...rowOf('s', 'sell', 4, '1', 'b8500'), wallet: 'safe' };
  const other = { ...rowOf('o', 'sell', 4, '1', 'b7999'), wallet: 'safe' };
  const newIds = new Set(['s', 'o']);
  const rows = [...bought, moved, sold, sale, other];
  const [issues, turns] = await countTurns(findLotIssues('bitcoin', rows, newIds, 'wallet'));
  expect([...issues.keys()]).toEqual(['o']);
  // A turn for every five hundred lots: 10,000 are read, 10,000 acquired, 9,000 moved and 8,000 sold.
  expect(turns).toBeGreaterThanOrEqual(70);
});

it('A lot that was moved in many parts is still one lot', async () => {
  const move = (id: string, lot: string): EntryRow => ({
    ...rowOf(id, 'sell', 2, '0.25', lot),
    ...{ type: 'transfer', to_wallet: 'safe' },
  });
  const rows = [rowOf('b', 'buy', 1, '1'), move('t1', 'b'), move('t2', 'b')];
  const sale = (amount: string): EntryRow => ({ ...rowOf('s', 'sell', 3, amount, 'b'), wallet: 'safe' });
  const check = (amount: string) =>
    findLotIssues('bitcoin', [...rows, sale(amount)], new Set(['s']), 'wallet');
  expect([...(await check('0.5'))]).toEqual([]);
  expect([...(await check('0.6'))]).toMatchObject([
    ['s', [{ message: 'Only 0.5 of the lot of 1970-01-02 is left' }]],
  ]);
});
