import { describe, expect, it } from 'vitest';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import { explainTotal } from '../overview/explain-total.ts';
import { explainHolding } from './explain-holding.ts';

/** How a coin of $10 counts in a total. */
function explain(figures: Partial<LedgerHolding>, name: 'Total P&L' | 'Total Invested' = 'Total P&L') {
  const holding = { symbol: 'sol', priceState: 'live', problems: [], unknownCostAmount: '0', ...figures };
  const { withoutCost, withoutPrice } = explainTotal(name, {
    holdings: [holding as unknown as LedgerHolding],
    totals: { unrealized: null, costBasis: null } as LedgerHoldings['totals'],
  });
  const [part] = [...withoutCost, ...withoutPrice];
  return part && explainHolding(part, name === 'Total P&L', 'USD');
}

describe('how a holding counts in a total', () => {
  const wholly = { amount: '5', value: '50', costBasis: null, unrealized: null, unknownCostAmount: '5' };
  const partly = { amount: '5', value: '50', costBasis: '8', unrealized: '32', unknownCostAmount: '1' };

  it('says that all of it, or how much of it, has no cost', () => {
    expect(explain(wholly)).toBe('no cost recorded: its value counts as profit');
    expect(explain(partly)).toBe('1 SOL, no cost recorded: their value counts as profit');
    expect(explain(partly, 'Total Invested')).toBe('1 SOL, no cost recorded');
  });

  it('never says that 0 coins count as a loss if more was sold than bought', () => {
    const short = { amount: '-110', value: '-1100', costBasis: '0', unrealized: '0' };
    expect(explain(short)).toBe('more was sold than bought: what is missing counts as a loss');
    expect(explain(short, 'Total Invested')).toBe('more was sold than bought');
  });

  it('says of a balance above zero that a wallet was overdrawn, not that it has no cost', () => {
    const overdrawn = {
      amount: '2',
      value: '20',
      costBasis: '40',
      unrealized: '40',
      problems: [{ kind: 'negative_balance', transactionId: 't', message: '' }],
    } as Partial<LedgerHolding>;
    expect(explain(overdrawn)).toBe('more left a wallet than was in it: what is missing counts as a loss');
    expect(explain(overdrawn, 'Total Invested')).toBe('more left a wallet than was in it');
  });
});
