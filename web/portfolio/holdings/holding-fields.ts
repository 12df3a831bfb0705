import { findDecimalFault, isPositiveDecimal } from '#contract/decimal.ts';
import type { UpdateHolding, ValuedHolding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import type { FieldErrors } from '#web/lib/form/field-errors.ts';
import { multiplyTruncated } from '#web/lib/money/multiply-decimal.ts';
import { type DecimalSeparator, readDecimal } from '#web/lib/money/read-decimal.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import type { TransactionDraft } from '../transaction-form/transaction-fields.ts';

/** A holding as typed, with numbers in the reader's notation. */
export interface HoldingFields {
  readonly coin: CoinMatch | null;
  readonly amount: string;
  /** Per coin, in US dollars. Empty if not known. */
  readonly purchasePrice: string;
}

/** A typed number as a plain decimal. Null if a holding can't have it. */
export function readHoldingNumber(typed: string, separator: DecimalSeparator): DecimalText | null {
  const read = readDecimal(typed, separator);
  return read !== null && isPositiveDecimal(read) ? read : null;
}

/** Applies the server's rules to the input. */
export function checkHolding(
  { coin, amount, purchasePrice }: HoldingFields,
  separator: DecimalSeparator,
): FieldErrors {
  const isWrong = (typed: string) => typed !== '' && readHoldingNumber(typed, separator) === null;
  const faultOf = (typed: string) => findDecimalFault(readDecimal(typed, separator) ?? typed);
  return {
    ...(coin === null && { coin: 'Please select a cryptocurrency' }),
    ...(amount === '' && { amount: 'Amount is required' }),
    ...(isWrong(amount) && { amount: faultOf(amount) }),
    ...(isWrong(purchasePrice) && { purchasePrice: faultOf(purchasePrice) }),
  };
}

/**
 * What an edited holding changes. Its price is shown in US dollars, whatever its currency, so it is sent only if the user
 * changed it, and as dollars. If nothing was changed, that is the amount, which stays the same.
 */
export function listHoldingChanges(
  holding: Pick<ValuedHolding, 'amount' | 'purchasePrice'>,
  { amount, purchasePrice }: Pick<ValuedHolding, 'amount' | 'purchasePrice'>,
): UpdateHolding {
  const isPriceChanged = purchasePrice !== holding.purchasePrice;
  return {
    ...((amount !== holding.amount || !isPriceChanged) && { amount }),
    ...(isPriceChanged && { purchasePrice, currency: 'USD' }),
  };
}

/** A purchase with what was typed so far, as plain decimals. The price is in US dollars, whatever the portfolio's currency. */
export function draftPurchase({ coin, amount, purchasePrice: price }: HoldingFields): TransactionDraft {
  const money = multiplyTyped(price, amount);
  return { type: 'buy', coin, amount, price, money, ...(price !== '' && { currency: 'USD' }) };
}

/** Price × amount, of plain decimals. Empty if either is missing or invalid. */
function multiplyTyped(price: string, amount: string): string {
  const [one, count] = [readDecimal(price, '.'), readDecimal(amount, '.')];
  return one === null || count === null ? '' : multiplyTruncated(one, count);
}
