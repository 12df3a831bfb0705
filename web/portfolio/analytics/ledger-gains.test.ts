import { expect, it } from 'vitest';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import { sumDecimals } from '../decimal-sum.ts';
import { findLedgerGains } from './ledger-gains.ts';

const holding = (
  coinId: string,
  value: string | null,
  costBasis: string | null,
  change: Partial<LedgerHolding> = {},
) =>
  ({
    ...{ coinId, symbol: coinId, name: coinId, value, costBasis, averageCost: costBasis },
    unrealized: value === null || costBasis === null ? null : sumDecimals([value, `-${costBasis}`]),
    ...{ priceState: 'live', ...change },
  }) as LedgerHolding;

it('The best and worst coins are found in percent and in money', () => {
  const holdings = [
    holding('bitcoin', '300000000000000000.01', '200000000000000000'),
    holding('ethereum', '600000000000000000.02', '500000000000000000'),
    holding('solana', '97', '100'),
  ];
  const gains = findLedgerGains({ holdings });
  expect(gains).toMatchObject({
    counted: 3,
    withoutCost: 0,
    bestByPercent: { coinId: 'bitcoin', pnlPercent: '50.00000000' },
    worstByPercent: { coinId: 'solana', pnlPercent: '-3.00000000' },
    bestByAmount: { coinId: 'ethereum', pnl: '100000000000000000.02' },
    worstByAmount: { coinId: 'solana' },
  });
});

it('Coins without a live price are left out, and those without a cost are counted', () => {
  const holdings = [
    holding('bitcoin', '9', '1', { priceState: 'stale' }),
    holding('ethereum', '3', null),
    holding('solana', '3', '2'),
  ];
  expect(findLedgerGains({ holdings })).toMatchObject({
    counted: 1,
    withoutCost: 1,
    bestByPercent: { coinId: 'solana' },
  });
  expect(findLedgerGains({ holdings: holdings.slice(0, 2) })).toBeNull();
});

it('A coin of which only a part has a known cost is counted, not compared', () => {
  const holdings = [
    // One of ten was bought for 2; and three of them are held, although four were bought.
    holding('bitcoin', '30', '2', { amount: '10', unrealized: '1', unknownCostAmount: '9' }),
    holding('ethereum', '9', '8', { amount: '3', unrealized: '4', unknownCostAmount: '0' }),
    holding('solana', '3', '2'),
  ];
  expect(findLedgerGains({ holdings })).toMatchObject({
    counted: 1,
    withoutCost: 2,
    bestByAmount: { coinId: 'solana' },
    worstByAmount: { coinId: 'solana' },
  });
});

it('A coin that cost nothing is compared by its gain, not called one without a cost', () => {
  const holdings = [holding('bitcoin', '9', '0'), holding('solana', '3', '2')];
  expect(findLedgerGains({ holdings })).toMatchObject({
    counted: 2,
    withoutCost: 0,
    bestByAmount: { coinId: 'bitcoin', pnl: '9', pnlPercent: '0' },
    bestByPercent: { coinId: 'solana' },
  });
});
