import { describe, expect, it } from 'vitest';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import { sumCoinHolding } from './sum-coin-holding.ts';

const holding = (change: Partial<LedgerHolding>): LedgerHolding => ({
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  amount: '0.1',
  costBasis: '3000',
  averageCost: '30000',
  unknownCostAmount: '0',
  price: '100000',
  priceState: 'live',
  priceAsOf: null,
  value: '10000',
  unrealized: '7000',
  unrealizedPercent: '233.33333333',
  realized: '0',
  income: '0',
  fees: '0',
  lots: 1,
  firstAcquiredAt: null,
  wallets: [],
  problems: [],
  ...change,
});

const ledger = (...holdings: LedgerHolding[]) => ({ currency: 'EUR', holdings });

const gift = holding({
  costBasis: null,
  averageCost: null,
  unknownCostAmount: '0.1',
  unrealized: null,
  unrealizedPercent: null,
});

describe('what a user holds of a coin', () => {
  it('is added up exactly over all portfolios', () => {
    const first = ledger(holding({}), holding({ coinId: 'ethereum' }));
    const second = ledger(
      holding({
        amount: '0.2',
        value: '20000',
        costBasis: '12000',
        averageCost: '60000',
        unrealized: '8000',
      }),
    );
    expect(sumCoinHolding([first, second], 'bitcoin')).toEqual({
      currency: 'EUR',
      amount: '0.3',
      value: '30000',
      averageCost: '50000',
      unrealized: '15000',
      lacksRate: false,
    });
  });

  it('has an average cost exact to 18 places', () => {
    const third = ledger(
      holding({ amount: '2', costBasis: '10000000000000000.01', averageCost: '5000000000000000.005' }),
    );
    const fourth = ledger(holding({ amount: '1', costBasis: '1', averageCost: '1' }));
    expect(sumCoinHolding([third, fourth], 'bitcoin')?.averageCost).toBe('3333333333333333.67');
  });

  it('counts only the cost of the part whose cost is known', () => {
    expect(sumCoinHolding([ledger(holding({})), ledger(gift)], 'bitcoin')).toMatchObject({
      amount: '0.2',
      averageCost: '30000',
      unrealized: '7000',
    });
    const partly = holding({ amount: '0.3', unknownCostAmount: '0.2', value: '30000' });
    expect(sumCoinHolding([ledger(partly)], 'bitcoin')).toMatchObject({
      amount: '0.3',
      averageCost: '30000',
    });
    expect(sumCoinHolding([ledger(gift)], 'bitcoin')).toMatchObject({ averageCost: null, unrealized: null });
  });

  it('has the average cost of its lots, even if more was sold than bought before', () => {
    const overdrawn = holding({ amount: '1', costBasis: '60000', averageCost: '30000' });
    expect(sumCoinHolding([ledger(overdrawn)], 'bitcoin')?.averageCost).toBe('30000');
    const other = holding({ amount: '1', costBasis: '60000', averageCost: '60000' });
    expect(sumCoinHolding([ledger(overdrawn), ledger(other)], 'bitcoin')?.averageCost).toBe('40000');
  });

  it('has no cost or gain if its balance is negative', () => {
    const owed = holding({ amount: '-1', value: '-100000' });
    expect(sumCoinHolding([ledger(owed)], 'bitcoin')).toMatchObject({
      amount: '-1',
      averageCost: null,
      unrealized: null,
    });
  });

  it('has no value without a price', () => {
    const unpriced = holding({ price: null, value: null, unrealized: null });
    expect(sumCoinHolding([ledger(holding({}), unpriced)], 'bitcoin')).toMatchObject({
      amount: '0.2',
      value: null,
      unrealized: null,
    });
  });

  it('says that money is missing for want of an exchange rate', () => {
    const problem = { kind: 'no_rate', message: 'No rate', transactionId: 't' } as const;
    expect(sumCoinHolding([ledger(holding({}), holding({ problems: [problem] }))], 'bitcoin')).toMatchObject({
      lacksRate: true,
    });
  });

  it('is null if nothing is held, or everything was sold', () => {
    expect(sumCoinHolding([ledger()], 'bitcoin')).toBeNull();
    expect(sumCoinHolding([ledger(holding({ amount: '0.000' }))], 'bitcoin')).toBeNull();
    expect(sumCoinHolding([], 'bitcoin')).toBeNull();
  });
});
