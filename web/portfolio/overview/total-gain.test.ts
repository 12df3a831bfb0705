import { expect, it } from 'vitest';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioPerformance, PortfolioTotals } from '#contract/portfolio.ts';
import { sumGains } from './total-gain.ts';

const performance = (pnl: string, pnlPercent: string) =>
  ({
    totals: { pnl, pnlPercent, invested: '1', withoutCost: 0, withoutPrice: 0 } as PortfolioTotals,
  }) as PortfolioPerformance;

const ledger = (unrealized: string, unrealizedPercent: string, problems: LedgerHolding['problems'] = []) =>
  ({
    currency: 'BTC',
    holdings: [{ amount: '1', value: '1', costBasis: '1', unrealized, problems }],
    totals: { value: '1', unrealized, unrealizedPercent, costBasis: '1' },
  }) as LedgerHoldings;

it('The gain is in dollars for a reader of dollars', () => {
  expect(sumGains([performance('10.5', '5')], undefined)).toEqual({
    currency: 'USD',
    gain: '10.5',
    percent: '5',
  });
});

it('The gain in another currency is the ledger’s, even if it is a loss there', () => {
  expect(sumGains([performance('10', '5')], [ledger('-0.25', '-20')])).toEqual({
    currency: 'BTC',
    gain: '-0.25',
    percent: '-20',
  });
});

it('There is no percentage if nothing was paid', () => {
  const unpaid = { totals: { pnl: '10', pnlPercent: '0', invested: '0', withoutCost: 1 } as PortfolioTotals };
  expect(sumGains([unpaid], undefined)).toEqual({ currency: 'USD', gain: '10', percent: null });
});

it('Gains of several portfolios are added up, but their percentages are not', () => {
  const performances = [performance('10', '5'), performance('-4', '-1')];
  expect(sumGains(performances, undefined)).toEqual({ currency: 'USD', gain: '6', percent: null });
  expect(sumGains(performances, [ledger('-0.25', '-20'), ledger('0.05', '1')])).toEqual({
    currency: 'BTC',
    gain: '-0.20',
    percent: null,
  });
});

it('The gain stays in dollars if a day has no exchange rate', () => {
  const problem = { kind: 'no_rate', message: 'No rate', transactionId: 't' } as const;
  expect(sumGains([performance('10', '5')], [ledger('0.1', '1', [problem])])).toEqual({
    currency: 'USD',
    gain: '10',
    percent: '5',
  });
});
