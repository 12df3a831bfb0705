import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import { multiplyDecimals } from '../transaction-form/read-decimal.ts';

const minuteMs = 60_000;

/** A sale of an amount at a price as JSON, to ask what it would do. It is dated to the minute: the same is asked once. */
export function writeSale(
  { coinId, symbol, name }: Pick<LedgerHolding, 'coinId' | 'symbol' | 'name'>,
  amount: DecimalText,
  price: DecimalText,
  currency: string,
): string | null {
  const proceeds = multiplyDecimals(amount, price);
  if (!/[1-9]/.test(proceeds)) return null;
  const occurredAt = new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString();
  return JSON.stringify({
    type: 'sell',
    occurredAt,
    in: { currency, amount: proceeds },
    out: { coinId, symbol, name, amount },
  });
}
