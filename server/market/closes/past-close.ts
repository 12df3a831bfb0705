import { Decimal } from 'decimal.js';
import type { DecimalText, Instant } from '#contract/units.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from './close-block.ts';
import { isImported } from './close-source.ts';

/** A past price in US dollars, with its source. */
export interface PastClose {
  /** At most 18 decimals. */
  readonly value: DecimalText;
  readonly at: Instant;
  /** `coingecko`, `own` or `simulated`; `import` for any file. */
  readonly source: string;
}

/** The precision of computed figures. */
const places = 18;
const Wide = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_EVEN });

/** By day: the pinned close that figures are computed from, otherwise the archive's. */
export function preferPinned(
  archived: readonly ArchivedClose[],
  pinned: readonly ArchivedClose[],
): ReadonlyMap<DayNumber, ArchivedClose> {
  return new Map([...archived, ...pinned].map((close) => [close.day, close]));
}

/** Null if the price has no digit left after rounding to 18 places. */
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

export function toArchivedPastClose({ price, at, source }: ArchivedClose): PastClose | null {
  return toPastClose({ price, at, source: isImported(source) ? 'import' : source });
}

/** Rounds half-even to 18 decimals. */
export function roundPrice(price: DecimalText): DecimalText {
  const fraction = price.indexOf('.');
  if (fraction < 0 || price.length - fraction - 1 <= places) return price;
  return new Wide(price).toDecimalPlaces(places).toFixed();
}
