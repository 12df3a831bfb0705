import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import { multiplyTruncated } from '#web/lib/money/multiply-decimal.ts';
import { isZero } from '../decimal-sum.ts';

const minuteMs = 60_000;

/**
 * A sale as JSON, for a preview of its effect. `price` is per coin, in `currency`. Null if the proceeds are zero. The
 * time is rounded down to the minute so that repeated previews are cached.
 */
export function writeSale(
  { coinId, symbol, name }: Pick<LedgerHolding, 'coinId' | 'symbol' | 'name'>,
  amount: DecimalText,
  price: DecimalText,
  currency: string,
): string | null {
  const proceeds = multiplyTruncated(amount, price);
  if (isZero(proceeds)) return null;
  const occurredAt = new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString();
  return JSON.stringify({
    type: 'sell',
    occurredAt,
    in: { currency, amount: proceeds },
    out: { coinId, symbol, name, amount },
  });
}
