import { expect, it } from 'vitest';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioTotals } from '#contract/portfolio.ts';
import { explainNoPercent, isProven, readCostWithoutPrice, readTotals } from './read-totals.ts';

const totals = {
  value: '110',
  invested: '100',
  pnl: '10',
  pnlPercent: '10',
  change24h: '10',
  change24hPercent: '10',
  withoutCost: 0,
  withoutPrice: 0,
  investedWithoutPrice: '0',
} as PortfolioTotals;
const ledger = (currency: string) =>
  ({
    currency,
    holdings: [
      { amount: '6', value: '60', costBasis: '70', unrealized: '-1' },
      { amount: '3', value: '39', costBasis: null, unrealized: null },
      { amount: '1', value: null, costBasis: '30', unrealized: null },
    ],
    totals: { value: '99', unrealized: '-1', unrealizedPercent: '-1', costBasis: '100' },
  }) as LedgerHoldings;
/** With a coin that was sold before its purchase is known, which is only listed if all coins are. */
const withUnheld = (isListed: boolean) => {
  const { holdings, totals: sums, ...rest } = ledger('USD');
  const unheld = { amount: '0', value: '0', costBasis: '50', unrealized: '900' } as LedgerHolding;
  return {
    ...rest,
    holdings: [holdings[0]!, ...(isListed ? [unheld] : [])],
    totals: { ...sums, value: '60', costBasis: '120', unrealized: '890', unrealizedPercent: '741.66666667' },
  };
};
const textsOf = (read: ReturnType<typeof readTotals>) => read.figures.map(({ text }) => text);

it('The totals are value, gain, cost and 24h change', () => {
  expect(textsOf(readTotals({ totals }, undefined))).toEqual(['110', '10', '100', '10']);
  const euro = readTotals({ totals }, ledger('EUR'));
  expect([euro.currency, ...textsOf(euro)]).toEqual(['EUR', '99', '-1', '100', '9.00']);
});

it('The totals come from the ledger, like their proofs', () => {
  expect(textsOf(readTotals({ totals }, ledger('USD')))).toEqual(['99', '-1', '100', '10']);
});

it.each([
  ['USD', '10'],
  ['EUR', '9.00'],
])('Profit in %s counts holdings without a cost, but none without a price', (currency, change) => {
  const { figures } = readTotals(
    { totals: { ...totals, withoutCost: 1, withoutPrice: 1 } },
    ledger(currency),
  );
  expect(figures.map(({ text }) => text)).toEqual(['99', '29', '70', change]);
  expect(Number(figures[1].percent)).toBeCloseTo((29 / 70) * 100, 6);
});

it.each([
  ['listed', true],
  ['not listed', false],
])(
  'Lots of a coin with a balance of zero are neither invested nor profit, if the coin is %s',
  (_, isListed) => {
    const { figures } = readTotals({ totals }, withUnheld(isListed));
    expect(textsOf({ currency: 'USD', figures })).toEqual(['60', '-10', '70', '10']);
    expect(Number(figures[1].percent)).toBeCloseTo((-10 / 70) * 100, 6);
    expect(isProven(totals, withUnheld(isListed))).toBe(false);
    expect(isProven(totals, ledger('USD'))).toBe(true);
  },
);

it('The cost of holdings without a price is in dollars or in the ledger’s currency, never converted', () => {
  const without = { totals: { ...totals, withoutPrice: 1, investedWithoutPrice: '33' } };
  expect(readCostWithoutPrice(without, undefined)).toEqual({ amount: '33', currency: 'USD' });
  expect(readCostWithoutPrice(without, ledger('USD'))).toEqual({ amount: '33', currency: 'USD' });
  expect(readCostWithoutPrice(without, ledger('EUR'), true)).toEqual({ amount: '30', currency: 'EUR' });
  expect(readCostWithoutPrice(without, undefined, true)).toBeNull();
  expect(readCostWithoutPrice({ totals }, undefined)).toBeNull();
});

it('The 24h change in another currency is that of the coins whose change is known', () => {
  // A tenth of 110 dollars; the other 1,100 are of coins without a price from yesterday.
  const partly = { ...totals, value: '1210' };
  const euros = { ...ledger('EUR'), totals: { ...ledger('EUR').totals, value: '1089' } };
  const { figures } = readTotals({ totals: partly }, euros);
  expect([figures[3].text, figures[3].percent]).toEqual(['9.00', '10']);
  expect(readTotals({ totals: { ...totals, value: '0' } }, euros).figures[3].text).toBeNull();
});

it('Unknown figures are null', () => {
  const without = { ...totals, invested: '0', change24h: null, change24hPercent: null };
  const { figures } = readTotals({ totals: without }, ledger('EUR'));
  expect(figures[3].text).toBeNull();
  expect(readTotals({ totals: without }, undefined).figures[1].percent).toBeNull();
});

it('A gain without a percentage says why, and names no missing cost where the price is missing', () => {
  expect(explainNoPercent(null, { withoutCost: 0, withoutPrice: 0 })).toBe('not known');
  expect(explainNoPercent('10', { withoutCost: 1, withoutPrice: 1 })).toBe('no cost recorded');
  expect(explainNoPercent('0', { withoutCost: 0, withoutPrice: 1 })).toBe('no price');
  expect(explainNoPercent('10', { withoutCost: 0, withoutPrice: 0 })).toBe('nothing paid');
});
