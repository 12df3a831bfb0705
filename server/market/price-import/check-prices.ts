import type { DecimalText } from '#contract/units.ts';
import { type DayNumber, formatDay } from '#server/platform/utc-day.ts';
import { confirmationsNeeded, isPrice, isWithinTenfold } from '../price-check/tenfold.ts';
import type { RefusedLines } from './refused-lines.ts';

/** A day's price in US dollars, and the line it was read from. */
export interface DollarPrice {
  readonly day: DayNumber;
  readonly line: number;
  readonly price: DecimalText;
}

/**
 * Selects prices by the rules for quotes: a price must be possible and within tenfold of the previous day in the file,
 * unless the next two days confirm it. If it differs more than tenfold from the provider's price of the day (`known`),
 * the file is for another coin or currency.
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
    const previous = taken.at(-1);
    if (!previous || isNear(price, previous) || isConfirmed(sorted, index)) taken.push(price);
    else
      refused.add({
        line: price.line,
        reason: `${formatDay(price.day)}: differs more than tenfold from ${formatDay(previous.day)}`,
      });
  }
  return taken;
}

const isNear = (a: { price: DecimalText }, b: { price: DecimalText }) =>
  isWithinTenfold(Number(a.price), Number(b.price));

/** Whether the following days confirm the price. */
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
    ? `${formatDay(day)}: differs more than tenfold from the ${archived} dollars that the provider has`
    : `${formatDay(day)}: ${price} dollars is not a possible price`;
  refused.add({ line, reason });
  return false;
}
