import { divideHalfEven, type Money } from '../engine/fixed-point.ts';
import { isMissing, type Known, type LedgerDay } from './day-table.ts';

/** Bitcoins in units of 10⁻³⁶: finer than an `Amount`, so that a purchase is worth exactly what was paid. */
type Bitcoins = bigint;

/** A price of 1, in units of 10⁻⁵⁴. */
const priceUnit = 10n ** 54n;

/** Adds a day's flows, bought or sold at its close, to the bitcoins held before. The result may be negative. */
export function addBitcoinFlows(before: Known<Bitcoins>, day: LedgerDay): Known<Bitcoins> {
  const { bitcoin: price, in: paid, out: taken } = day;
  if (isMissing(before)) return before;
  if (isMissing(paid)) return paid;
  if (isMissing(taken)) return taken;
  if (paid === taken) return before;
  return isMissing(price) ? price : before + bitcoinsFor(paid - taken, price);
}

/** How many bitcoins money buys at a price in units of 10⁻⁵⁴, rounded half-even to 36 decimals. */
export function bitcoinsFor(money: Money, price: bigint): Bitcoins {
  return divideHalfEven(money * priceUnit, price);
}

/**
 * The value of bitcoins at a price in units of 10⁻⁵⁴, rounded half-even to 36 decimals; or what is missing to calculate
 * it.
 */
export function valueOfBitcoins(bitcoins: Known<Bitcoins>, price: Known<bigint>): Known<Money> {
  if (isMissing(bitcoins)) return bitcoins;
  if (bitcoins === 0n) return 0n;
  return isMissing(price) ? price : divideHalfEven(bitcoins * price, priceUnit);
}
