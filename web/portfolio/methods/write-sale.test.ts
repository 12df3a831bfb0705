import { expect, it, onTestFinished, vi } from 'vitest';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import { findSaleSource, writeSale } from './write-sale.ts';

const bitcoin = {
  ...{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1.5' },
  wallets: [
    { wallet: 'main', amount: '-9' },
    { wallet: 'kraken', amount: '10.0' },
    { wallet: 'safe', amount: '0.5' },
  ],
} as LedgerHolding;

it('A sale takes coins from the wallet with the most, if each wallet has its own lots', () => {
  expect(findSaleSource(bitcoin, 'portfolio')).toEqual({ amount: '1.5', wallet: null });
  const { wallet } = findSaleSource(bitcoin, 'wallet');
  expect(wallet).toBe('kraken');
  const sale = JSON.parse(writeSale(bitcoin, '0.5', '100', { currency: 'EUR', wallet }) ?? '');
  expect(sale).toMatchObject({
    type: 'sell',
    in: { currency: 'EUR', amount: '50' },
    out: { coinId: 'bitcoin', amount: '0.5' },
    wallet: 'kraken',
  });
});

it('A sale is in the main wallet if lots are shared by all, and none if it is worth nothing', () => {
  const main = { currency: 'USD', wallet: null };
  expect(JSON.parse(writeSale(bitcoin, '1', '2', main) ?? '')).not.toHaveProperty('wallet');
  expect(writeSale(bitcoin, '1', '0', main)).toBeNull();
});

it('A sale follows what was added in the same minute, at one instant for the whole minute', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const soldAt = (now: string) => {
    vi.setSystemTime(now);
    return JSON.parse(writeSale(bitcoin, '1', '2', { currency: 'USD', wallet: null }) ?? '').occurredAt;
  };
  const times = ['2026-12-31T23:59:00.000Z', '2026-12-31T23:59:30.500Z', '2026-12-31T23:59:59.999Z'].map(
    soldAt,
  );
  expect(new Set(times)).toEqual(new Set(['2026-12-31T23:59:59.999Z']));
});
