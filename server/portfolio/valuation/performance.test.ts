import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPositiveDecimal } from '#contract/decimal.ts';
import type { Holding } from '#contract/portfolio.ts';
import { createRandom } from '../../../tests/support/create-random.ts';
import { isLongRun } from '../../../tests/support/is-long-run.ts';
import { referencePerformance } from '../../../tests/support/portfolio/portfolio-reference.ts';
import { type HoldingPrice, valueHoldings } from './performance.ts';

const asOf = Date.UTC(2026, 0, 2);

function holding(coinId: string, amount: string, purchasePrice: string | null = null): Holding {
  return {
    id: `${coinId}-${amount}`,
    portfolioId: 'main',
    coinId,
    symbol: coinId.slice(0, 3),
    name: coinId,
    amount,
    purchasePrice,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

function live(price: number, change24h: number | null = null): HoldingPrice {
  return { price, change24h, state: 'live', asOf };
}

function value(holdings: Holding[], prices: Record<string, HoldingPrice>) {
  return valueHoldings(holdings, new Map(Object.entries(prices)));
}

describe('the performance of a portfolio', () => {
  it('is exact where floating point would not be', () => {
    const { totals } = value([holding('a', '0.1', '3'), holding('b', '0.2', '3')], {
      a: live(3.3),
      b: live(3.3),
    });
    expect(totals).toMatchObject({ value: '0.99', invested: '0.9', pnl: '0.09', pnlPercent: '10' });
  });

  it('keeps all digits of thirty-digit amounts', () => {
    const { totals } = value([holding('a', '123456789012.123456789012345678', '0.000000000000000001')], {
      a: live(102_496.22),
    });
    expect(totals.value).toBe('12653854207080188.49420710296532833716');
    expect(totals.invested).toBe('0.000000123456789012123456789012345678');
  });

  it('keeps the digits of the smallest possible price', () => {
    const { totals } = value([holding('a', '1'), holding('b', '1')], {
      a: live(Number.MIN_VALUE),
      b: live(1e12),
    });
    expect(totals.value).toBe(`1000000000000.${'0'.repeat(323)}5`);
  });

  it('treats a holding without a purchase price as free, marks it, and states its share of the value', () => {
    const { totals, holdings } = value([holding('a', '2'), holding('b', '1', '50')], {
      a: live(10),
      b: live(80),
    });
    expect(totals).toMatchObject({ value: '100', invested: '50', pnl: '50', pnlPercent: '100' });
    expect(totals).toMatchObject({ valueWithoutCost: '20', withoutCost: 1 });
    expect(
      holdings.map(({ coinId, hasCost, pnl, pnlPercent }) => [coinId, hasCost, pnl, pnlPercent]),
    ).toEqual([
      ['b', true, '30', '60'],
      ['a', false, '20', '0'],
    ]);
  });

  it('never values a coin without a price at zero, but leaves it out of the sums and says so', () => {
    const { totals, holdings } = value([holding('gone', '2', '100'), holding('b', '1', '50')], {
      b: live(80),
    });
    expect(totals).toMatchObject({ value: '80', invested: '50', pnl: '30' });
    expect(totals).toMatchObject({ withoutPrice: 1, investedWithoutPrice: '200' });
    expect(holdings.at(-1)).toMatchObject({
      coinId: 'gone',
      priceState: 'gone',
      price: null,
      value: null,
      invested: '200',
      pnl: null,
      pnlPercent: null,
      sharePercent: null,
    });
  });

  it('states the reliability and age of every price', () => {
    const { holdings } = value([holding('a', '1'), holding('b', '1')], {
      a: { ...live(3), state: 'stale' },
      b: { ...live(2), state: 'quarantined' },
    });
    expect(holdings.map(({ priceState, priceAsOf, price }) => [priceState, priceAsOf, price])).toEqual([
      ['stale', '2026-01-02T00:00:00.000Z', '3'],
      ['quarantined', '2026-01-02T00:00:00.000Z', '2'],
    ]);
  });

  it('sorts by P&L percent, highest first, then by value', () => {
    const prices = { a: live(2), b: live(30), c: live(0.5), d: live(1) };
    const { holdings } = value(
      [holding('c', '1', '1'), holding('d', '9'), holding('a', '1', '1'), holding('b', '1')],
      prices,
    );
    expect(holdings.map(({ coinId }) => coinId)).toEqual(['a', 'b', 'd', 'c']);
  });

  it('measures 24 hours against the earlier value of the same holdings', () => {
    const { totals, holdings } = value([holding('a', '2'), holding('b', '1')], {
      a: live(110, 10),
      b: live(5),
    });
    expect(totals).toMatchObject({ change24h: '20', change24hPercent: '10' });
    expect(holdings.map(({ change24h }) => change24h)).toEqual(['20', null]);
  });

  it('has shares that sum to the whole value', () => {
    const { holdings } = value([holding('a', '1'), holding('b', '2')], { a: live(1), b: live(1) });
    expect(holdings.map(({ sharePercent }) => sharePercent)).toEqual(['66.66666667', '33.33333333']);
  });

  it('is zero for an empty portfolio', () => {
    expect(valueHoldings([], new Map())).toEqual({
      holdings: [],
      totals: {
        value: '0',
        invested: '0',
        pnl: '0',
        pnlPercent: '0',
        change24h: null,
        change24hPercent: null,
        valueWithoutCost: '0',
        withoutCost: 0,
        withoutPrice: 0,
        investedWithoutPrice: '0',
      },
    });
  });
});

/** Makes portfolios from `random` numbers (0 to 1), which is faster than arbitraries for very many. */
function makePortfolio(random: () => number) {
  const whole = (max: number) => Math.floor(random() * max);
  const digits = (max: number) => Array.from({ length: 1 + whole(max) }, () => whole(10)).join('');
  const decimal = () => {
    const text = random() < 0.2 ? digits(12) : `${digits(12)}.${digits(18)}`;
    return isPositiveDecimal(text) ? text : `${text.replace(/.$/, '7')}`;
  };
  const number = () => (random() - 0.3) * 10 ** (whole(40) - 25);
  const price = () => (random() < 0.05 ? Number.MIN_VALUE : Math.abs(number()));
  const coinIds = ['a', 'b', 'c', 'd'];
  const held = (): HoldingPrice => ({
    price: random() < 0.1 ? null : price(),
    change24h: random() < 0.2 ? null : number(),
    state: random() < 0.5 ? 'live' : 'stale',
    asOf,
  });
  return {
    prices: new Map(coinIds.map((coinId) => [coinId, held()])),
    holdings: Array.from({ length: whole(6) }, () =>
      holding([...coinIds, 'gone'][whole(5)]!, decimal(), random() < 0.2 ? null : decimal()),
    ),
  };
}

const thousands = isLongRun ? 100 : 10;

describe(`${thousands},000 random portfolios`, () => {
  it('equal an exact rational reference in every figure', { timeout: 300_000 }, () => {
    const differs = (seed: number) => {
      const { holdings, prices } = makePortfolio(createRandom(seed));
      return !isDeepStrictEqual(valueHoldings(holdings, prices), referencePerformance(holdings, prices));
    };
    fc.assert(
      fc.property(fc.integer(), (start) => {
        const seed = Array.from({ length: 1000 }, (_, index) => (start + index) | 0).find(differs);
        if (seed === undefined) return;
        const { holdings, prices } = makePortfolio(createRandom(seed));
        expect(valueHoldings(holdings, prices)).toEqual(referencePerformance(holdings, prices));
      }),
      { numRuns: thousands, endOnFailure: true },
    );
  });
});
