import type { DecimalText } from '#contract/units.ts';
import { divideHalfEven, formatAmount } from '../../../ledger/engine/fixed-point.ts';

/*
 * Amounts in files as integers in units of 10⁻¹⁸, for both coins and money.
 */

/** An integer count of 10⁻¹⁸. */
export type Units = bigint;

const oneUnit = 10n ** 18n;
const maxUnits = 10n ** 42n;

/** Whether an amount has more than 24 digits before the point. */
export const isTooLarge = (units: Units): boolean => units >= maxUnits || units <= -maxUnits;
/** An amount without its sign. */
export const absolute = (units: Units): Units => (units < 0n ? -units : units);

/** The product of two amounts, rounded half-even to 18 decimals. */
export const multiplyUnits = (one: Units, other: Units): Units => divideHalfEven(one * other, oneUnit);

/** An amount as decimal text without trailing zeros. */
export const toDecimalText = (units: Units): DecimalText => formatAmount(units);
