import { expect, it } from 'vitest';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import { findLedgerGains } from './ledger-gains.ts';

const holding = (
  coinId: string,
  unrealized: string | null,
  unrealizedPercent: string | null,
  priceState: LedgerHolding['priceState'] = 'live',
) => ({ coinId, symbol: coinId, name: coinId, unrealized, unrealizedPercent, priceState }) as LedgerHolding;

it('The best and worst coins are found in percent and in money', () => {
  const holdings = [
    holding('bitcoin', '100000000000000000.01', '5'),
    holding('ethereum', '100000000000000000.02', '-9'),
    holding('solana', '-3', '40'),
  ];
  const gains = findLedgerGains({ holdings });
  expect(gains).toMatchObject({
    counted: 3,
    withoutCost: 0,
    bestByPercent: { coinId: 'solana', pnlPercent: '40' },
    worstByPercent: { coinId: 'ethereum' },
    bestByAmount: { coinId: 'ethereum', pnl: '100000000000000000.02' },
    worstByAmount: { coinId: 'solana' },
  });
});

it('Coins without a live price are left out, and those without a cost are counted', () => {
  const holdings = [
    holding('bitcoin', '9', '90', 'stale'),
    holding('ethereum', null, null),
    holding('solana', '1', '2'),
  ];
  expect(findLedgerGains({ holdings })).toMatchObject({
    counted: 1,
    withoutCost: 1,
    bestByPercent: { coinId: 'solana' },
  });
  expect(findLedgerGains({ holdings: holdings.slice(0, 2) })).toBeNull();
});
