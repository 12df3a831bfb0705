import { isPositiveDecimal } from '#contract/decimal.ts';
import type { DecimalText } from '#contract/units.ts';
import type { FieldErrors } from '#web/lib/form/field-errors.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';

/** A holding as typed. */
export interface HoldingFields {
  readonly coin: CoinMatch | null;
  readonly amount: DecimalText;
  /** Per coin, in US dollars. Empty if not known. */
  readonly purchasePrice: DecimalText;
}

const mustBePositive = 'Must be a positive number';

/** Applies the server's rules to the input. */
export function checkHolding({ coin, amount, purchasePrice }: HoldingFields): FieldErrors {
  return {
    ...(coin === null && { coin: 'Please select a cryptocurrency' }),
    ...(amount === '' && { amount: 'Amount is required' }),
    ...(amount !== '' && !isPositiveDecimal(amount) && { amount: mustBePositive }),
    ...(purchasePrice !== '' && !isPositiveDecimal(purchasePrice) && { purchasePrice: mustBePositive }),
  };
}
