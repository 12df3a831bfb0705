import { Decimal } from 'decimal.js';
import type { DecimalText, Instant } from '#contract/units.ts';
import type { CloseSource } from './daily-closes.ts';
import type { StoredClose } from './store.ts';

/** A price of the past, in US dollars, with where it comes from. */
export interface PastClose {
  /** At most 18 places. */
  readonly value: DecimalText;
  readonly at: Instant;
  readonly source: string;
}

/** What figures are worked out with. */
const places = 18;
const Wide = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_EVEN });
const ranks: Record<CloseSource, number> = { coingecko: 0, own: 1, import: 2 };

/** Of one day: the one that figures stand on, else by its source. */
export function chooseClose(closes: readonly StoredClose[]): StoredClose | undefined {
  return closes.toSorted(
    (a, b) => Number(b.isUsed) - Number(a.isUsed) || ranks[a.source] - ranks[b.source],
  )[0];
}

/** Null: the price has no digit left after rounding to 18 places. */
export function toPastClose({
  price,
  at,
  source,
}: {
  price: DecimalText;
  at: Instant;
  source: string;
}): PastClose | null {
  const value = roundPrice(price);
  return value === '0' ? null : { value, at, source };
}

function roundPrice(price: DecimalText): DecimalText {
  const fraction = price.indexOf('.');
  if (fraction < 0 || price.length - fraction - 1 <= places) return price;
  return new Wide(price).toDecimalPlaces(places).toFixed();
}
