import { Decimal } from 'decimal.js';
import type { DecimalText, Instant } from '#contract/units.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
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

type Ranked = Pick<StoredClose, 'day' | 'source' | 'isUsed'>;

/** By day: the one that figures stand on, else by its source. */
export function chooseCloses<Close extends Ranked>(closes: readonly Close[]): Map<DayNumber, Close> {
  const chosen = new Map<DayNumber, Close>();
  for (const close of closes) {
    const known = chosen.get(close.day);
    if (!known || rankOf(close) < rankOf(known)) chosen.set(close.day, close);
  }
  return chosen;
}

const rankOf = ({ source, isUsed }: Ranked) => (isUsed ? -1 : ranks[source]);

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

/** Half-even to 18 places. */
export function roundPrice(price: DecimalText): DecimalText {
  const fraction = price.indexOf('.');
  if (fraction < 0 || price.length - fraction - 1 <= places) return price;
  return new Wide(price).toDecimalPlaces(places).toFixed();
}
