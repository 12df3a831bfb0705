import { describe, expect, it } from 'vitest';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioTotals } from '#contract/portfolio.ts';
import { type ExplainedTotal, explainTotal } from './explain-total.ts';
import { readTotals } from './read-totals.ts';

const holding = (name: string, figures: Partial<LedgerHolding>) =>
  ({
    name,
    amount: '1',
    unknownCostAmount: '0',
    priceState: 'live',
    problems: [],
    ...figures,
  }) as LedgerHolding;

/** Known entirely; of unknown cost; of partly unknown cost; and without a price. */
const holdings = [
  holding('Bitcoin', { value: '60', costBasis: '70', unrealized: '-10' }),
  holding('Dogecoin', { value: '39', costBasis: null, unrealized: null, unknownCostAmount: '1' }),
  holding('Solana', { value: '30', costBasis: '5', unrealized: '15', unknownCostAmount: '0.3' }),
  holding('Gone', { value: null, costBasis: '30', unrealized: null, priceState: 'gone' }),
];
const ledger = {
  currency: 'USD',
  holdings,
  totals: { value: '129', unrealized: '5', costBasis: '105' },
} as LedgerHoldings;

const list = (parts: ExplainedTotal['withoutCost']) =>
  parts.map(({ holding: { name }, why, counted, leftOut }) => [name, why, counted, leftOut]);

describe('A total of which something isn’t known', () => {
  it('counts in the profit all that has no cost, and nothing that has no price', () => {
    const { known, isProven, withoutCost, withoutPrice, result } = explainTotal('Total P&L', ledger);
    expect({ known, isProven, result }).toEqual({ known: '5', isProven: true, result: '54' });
    expect(list(withoutCost)).toEqual([
      ['Dogecoin', 'no cost recorded', '39', null],
      ['Solana', 'no cost recorded', '10', null],
    ]);
    expect(list(withoutPrice)).toEqual([['Gone', 'no longer on the market', null, '30']]);
  });

  it('counts in the cost what is known, less that of holdings without a price', () => {
    const { known, isProven, withoutCost, withoutPrice, result } = explainTotal('Total Invested', ledger);
    expect({ known, isProven, result }).toEqual({ known: '105', isProven: true, result: '75' });
    expect(list(withoutCost).map(([name, , counted]) => [name, counted])).toEqual([
      ['Dogecoin', null],
      ['Solana', null],
    ]);
    expect(list(withoutPrice)).toEqual([['Gone', 'no longer on the market', '-30', '30']]);
  });

  it.each(['USD', 'EUR'])('is the sum of the parts that explain it, in %s', (currency) => {
    const totals = { invested: '0', withoutCost: 2, withoutPrice: 1 } as PortfolioTotals;
    const { figures } = readTotals({ totals }, { ...ledger, currency });
    expect(explainTotal('Total P&L', ledger).result).toBe(figures[1].text);
    expect(explainTotal('Total Invested', ledger).result).toBe(figures[2].text);
  });

  it('is not known if nothing has a price, rather than zero', () => {
    const gone = { ...ledger, holdings: holdings.slice(3) };
    expect(explainTotal('Total P&L', gone)).toMatchObject({ known: null, isProven: false, result: null });
  });

  it('says why a cost or a price is not known', () => {
    const problem = (kind: string, transactionId: string | null) =>
      ({ problems: [{ kind, transactionId, message: '' }] }) as Partial<LedgerHolding>;
    const unknown = { value: '1', costBasis: null, unrealized: null, unknownCostAmount: '1' };
    const explained = explainTotal('Total P&L', {
      ...ledger,
      holdings: [
        holding('a', { ...unknown, ...problem('unknown_origin', 'id') }),
        holding('b', { ...unknown, ...problem('no_rate', 'id') }),
        holding('c', { ...unknown, amount: '-1', value: '-1' }),
        holding('d', { value: null, costBasis: null, unrealized: null, ...problem('no_rate', null) }),
        holding('e', { value: null, costBasis: null, unrealized: null, priceState: 'unavailable' }),
      ],
    });
    expect([...explained.withoutCost, ...explained.withoutPrice].map(({ why }) => why)).toEqual([
      'some came from a place without a history',
      'there is no exchange rate for what was paid',
      'more was sold than bought',
      'no exchange rate for its price',
      'no price right now',
    ]);
  });
});
