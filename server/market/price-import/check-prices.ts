import type { DecimalText } from '#contract/units.ts';
import { type DayNumber, formatDay } from '#server/platform/utc-day.ts';
import { confirmationsNeeded, isPrice, isWithinTenfold } from '../price-check/tenfold.ts';
import type { RefusedLines } from './refused-lines.ts';

/** A day's price in US dollars, by the line that says so. */
export interface DollarPrice {
  readonly day: DayNumber;
  readonly line: number;
  readonly price: DecimalText;
}

/**
 * Which prices are taken, by the rules of quotes: a price that is possible, and not more than tenfold from the day before
 * in the file, unless the two days after agree with it. Where the provider has a price of the day (`known`), a file that is
 * more than tenfold off is about another coin or currency.
 */
export function checkPrices(
  prices: readonly DollarPrice[],
  known: ReadonlyMap<DayNumber, DecimalText>,
  refused: RefusedLines,
): DollarPrice[] {
  const taken: DollarPrice[] = [];
  const sorted = prices
    .filter((price) => keepIfPossible(price, known, refused))
    .sort((a, b) => a.day - b.day);
  for (const [index, price] of sorted.entries()) {
    const before = taken.at(-1);
    if (!before || isNear(price, before) || isConfirmed(sorted, index)) taken.push(price);
    else
      refused.add({
        line: price.line,
        reason: `${formatDay(price.day)}: more than ten times off ${formatDay(before.day)}`,
      });
  }
  return taken;
}

const isNear = (a: { price: DecimalText }, b: { price: DecimalText }) =>
  isWithinTenfold(Number(a.price), Number(b.price));

/** The days after say the same. */
function isConfirmed(sorted: readonly DollarPrice[], index: number): boolean {
  const after = sorted.slice(index + 1, index + 1 + confirmationsNeeded);
  return after.length === confirmationsNeeded && after.every((price) => isNear(price, sorted[index]!));
}

function keepIfPossible(
  { day, line, price }: DollarPrice,
  known: ReadonlyMap<DayNumber, DecimalText>,
  refused: RefusedLines,
): boolean {
  const archived = known.get(day);
  const isPossible = isPrice(Number(price));
  if (isPossible && (archived === undefined || isNear({ price }, { price: archived }))) return true;
  const reason = isPossible
    ? `${formatDay(day)}: more than ten times off the ${archived} dollars that the provider has`
    : `${formatDay(day)}: ${price} dollars is no possible price`;
  refused.add({ line, reason });
  return false;
}
