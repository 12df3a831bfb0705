import { expect, it } from 'vitest';
import type { DisposalPage, LedgerHoldings } from '#contract/ledger/figures.ts';
import { createFigureApp } from '../../../../tests/support/portfolio/figure-app.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { summarizeLedger } from '../calculator/summarize-ledger.ts';
import { Ledger } from '../engine/ledger.ts';

/** Each has one problem: its cost isn't known. */
const withoutCost = (coinId: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    entryOf(`${coinId}-${index}`, 'buy', '2024-01-01', { in: `1 ${coinId}` }),
  );

it('A coin with thousands of problems lists the first and one of each kind, and states their number', async () => {
  const { call } = createFigureApp([
    ...withoutCost('bitcoin', 3000),
    entryOf('s', 'sell', '2024-03-01', { in: '1 USD', out: '3001 bitcoin' }),
    ...withoutCost('ethereum', 2),
  ]);
  const { body } = await call<LedgerHoldings>('holdings?all=true');
  const [bitcoin, ethereum] = body.holdings.toSorted((a, b) => a.coinId.localeCompare(b.coinId));
  const { body: page } = await call<DisposalPage>('disposals');
  expect(bitcoin!.problems.length).toBeLessThanOrEqual(1000);
  expect(bitcoin!.problems.length).toBeGreaterThan(980);
  expect(bitcoin!.problemCount).toBeGreaterThan(3000);
  expect(new Set(bitcoin!.problems.map(({ kind }) => kind))).toEqual(
    new Set(['unknown_cost', 'negative_balance']),
  );
  expect([ethereum!.problems.length, ethereum!.problemCount]).toEqual([2, undefined]);
  expect(body.totals.problems).toBe(bitcoin!.problemCount! + 2);
  expect(page.disposals[0]!.problems).toMatchObject([{ kind: 'negative_balance' }, { kind: 'unknown_cost' }]);
});

it('A ledger lists at most ten thousand problems in all, and at most an equal share for each coin', () => {
  const coins = Array.from({ length: 30 }, (_, index) => `coin-${index}`);
  const entries = coins.flatMap((coinId) => withoutCost(coinId, coinId === 'coin-0' ? 5 : 500));
  const valuer = { convert: () => null, closeOf: () => null };
  const ledger = new Ledger(entries, { method: 'fifo', scope: 'portfolio', valuer });
  const { coins: summaries } = summarizeLedger(ledger);
  const counts = summaries.map(({ problems }) => problems.length);
  // 333 each, less the place reserved for the first problem of the kind, which is among the others here.
  expect(counts).toEqual([5, ...Array(29).fill(332)]);
  expect(summaries.map(({ problemCount }) => problemCount)).toEqual([5, ...Array(29).fill(500)]);
  // Otherwise a thread would send all of them with every change.
  expect(summarizeLedger(ledger).coins.every((coin, index) => coin === summaries[index])).toBe(true);
});

it('A coin without room for all of its problems lists one of each kind, so that a missing rate is never hidden', async () => {
  const coins = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `coin-${letter}`);
  const { call } = createFigureApp(
    coins.flatMap((coinId) => [
      ...withoutCost(coinId, 900),
      entryOf(`${coinId}-x`, 'buy', '2024-02-01', { in: `1 ${coinId}`, out: '5 XXX' }),
    ]),
  );
  const { body } = await call<LedgerHoldings>('holdings');
  for (const { problems } of body.holdings) expect(problems.map(({ kind }) => kind)).toContain('no_rate');
});

it('Many coins with many problems list five thousand in all, and every coin at least one', async () => {
  const coins = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `coin-${letter}`);
  const { call } = createFigureApp(coins.flatMap((coinId) => withoutCost(coinId, 900)));
  const { body } = await call<LedgerHoldings>('holdings');
  const listed = body.holdings.map(({ problems }) => problems.length).toSorted((a, b) => a - b);
  const sum = listed.reduce((total, count) => total + count, 0);
  expect(listed[0]).toBeGreaterThanOrEqual(1);
  expect(sum).toBeLessThanOrEqual(5000 + coins.length);
  for (const { problems, problemCount } of body.holdings)
    expect(problemCount ?? problems.length).toBeGreaterThanOrEqual(900);
  expect(body.totals.problems).toBeGreaterThanOrEqual(900 * coins.length);
});
