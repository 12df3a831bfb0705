import { expect, it } from 'vitest';
import type { LedgerHolding, ProblemKind } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { createPurchaseDraft, listProblems, readMissingAmount } from './problem-fixes.ts';

const holding = (symbol: string, ...kinds: ProblemKind[]) =>
  ({
    coinId: symbol,
    symbol,
    name: symbol,
    problems: kinds.map((kind) => ({
      kind,
      message: `At least 0.5 ${symbol} are missing`,
      transactionId: 't',
    })),
  }) as unknown as LedgerHolding;

it('The most serious problem comes first, and assumptions are only shown with the holding', () => {
  const holdings = [holding('eth', 'unknown_cost', 'assumed_date'), holding('btc', 'missing_before')];
  expect(listProblems(holdings).map(({ problem }) => problem.kind)).toEqual([
    'missing_before',
    'unknown_cost',
  ]);
});

it('The form starts with the missing amount', () => {
  const [problem] = listProblems([holding('btc', 'missing_before')]);
  expect(createPurchaseDraft(problem!)).toMatchObject({ type: 'buy', coin: { id: 'btc' }, amount: '0.5' });
  expect(readMissingAmount('At least 0.5 BTC acquired before 2021-03-04 are missing', 'btc')).toBe('0.5');
  expect(readMissingAmount('The BTC are missing', 'btc')).toBeUndefined();
  expect(readMissingAmount('nothing', 'btc')).toBeUndefined();
});

it('The form starts before the transaction that lacks coins, in its wallet', () => {
  const [problem] = listProblems([holding('btc', 'negative_balance')]);
  const cause = { occurredAt: '2025-09-01T00:00:30.000Z', wallet: 'w' } as Transaction;
  expect(createPurchaseDraft(problem!, cause)).toMatchObject({ occurredAt: '2025-08-31T23:59', wallet: 'w' });
  expect(createPurchaseDraft(problem!)).not.toHaveProperty('occurredAt');
});
