import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { Scope } from '#contract/ledger/settings.ts';
import type { DecimalText } from '#contract/units.ts';
import { multiplyTruncated } from '#web/lib/money/multiply-decimal.ts';
import { compareDecimals, isZero } from '../decimal-sum.ts';

const minuteMs = 60_000;

/** The coins that a sale can take: the balance, or if each wallet has its own lots, that of the wallet with the most. */
export function findSaleSource(
  { amount, wallets }: Pick<LedgerHolding, 'amount' | 'wallets'>,
  scope: Scope,
): { readonly amount: DecimalText; readonly wallet: string | null } {
  const [first, ...others] = scope === 'wallet' ? wallets : [];
  if (!first) return { amount, wallet: null };
  return others.reduce((most, one) => (compareDecimals(one.amount, most.amount) > 0 ? one : most), first);
}

/**
 * A sale as JSON, for a preview of its effect. `price` is per coin, in `currency`. `wallet` null: the main one.
 * Null if the proceeds are zero. The time is the end of the minute, so that repeated previews are cached and the sale
 * follows what was just added.
 */
export function writeSale(
  { coinId, symbol, name }: Pick<LedgerHolding, 'coinId' | 'symbol' | 'name'>,
  amount: DecimalText,
  price: DecimalText,
  { currency, wallet }: { readonly currency: string; readonly wallet: string | null },
): string | null {
  const proceeds = multiplyTruncated(amount, price);
  if (isZero(proceeds)) return null;
  const minute = Math.floor(Date.now() / minuteMs);
  const occurredAt = new Date((minute + 1) * minuteMs - 1).toISOString();
  return JSON.stringify({
    type: 'sell',
    occurredAt,
    in: { currency, amount: proceeds },
    out: { coinId, symbol, name, amount },
    ...(wallet !== null && { wallet }),
  });
}
