import { describe, expect, it } from 'vitest';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumCoinHolding } from './sum-coin-holding.ts';

const holding = (change: Partial<ValuedHolding>): ValuedHolding => ({
  id: 'h',
  portfolioId: 'p',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  amount: '0.1',
  purchasePrice: '30000',
  createdAt: '2024-12-19T10:00:00.000Z',
  price: '100000',
  priceState: 'live',
  priceAsOf: null,
  value: '10000',
  invested: '3000',
  hasCost: true,
  pnl: '7000',
  pnlPercent: '233.33333333',
  change24h: null,
  sharePercent: null,
  ...change,
});

describe('what a user holds of a coin', () => {
  it('is added up exactly over all portfolios', () => {
    const first = { holdings: [holding({}), holding({ coinId: 'ethereum' })] };
    const second = { holdings: [holding({ amount: '0.2', value: '20000', invested: '12000', pnl: '8000' })] };
    expect(sumCoinHolding([first, second], 'bitcoin')).toEqual({
      amount: '0.3',
      value: '30000',
      averageCost: '50000',
      unrealized: '15000',
    });
  });

  it('has an average cost exact to 18 places', () => {
    const third = { holdings: [holding({ amount: '3', invested: '10000000000000000.01' })] };
    expect(sumCoinHolding([third], 'bitcoin')?.averageCost).toBe('3333333333333333.336666666666666667');
  });

  it('counts only the cost of the part whose cost is known', () => {
    const gift = holding({ purchasePrice: null, hasCost: false, invested: '0', pnl: '10000' });
    expect(sumCoinHolding([{ holdings: [holding({}), gift] }], 'bitcoin')).toMatchObject({
      amount: '0.2',
      averageCost: '30000',
      unrealized: '7000',
    });
    expect(sumCoinHolding([{ holdings: [gift] }], 'bitcoin')).toMatchObject({
      averageCost: null,
      unrealized: null,
    });
  });

  it('has no value without a price, and is null if nothing is held', () => {
    const unpriced = holding({ price: null, value: null, pnl: null });
    expect(sumCoinHolding([{ holdings: [holding({}), unpriced] }], 'bitcoin')).toMatchObject({
      amount: '0.2',
      value: null,
      unrealized: null,
    });
    expect(sumCoinHolding([{ holdings: [] }], 'bitcoin')).toBeNull();
  });
});
