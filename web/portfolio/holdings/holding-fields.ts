import { isPositiveDecimal } from '#contract/decimal.ts';

/** What is wrong with each field of a holding, in the server's own words. */
export interface HoldingErrors {
  readonly coinId?: string;
  readonly amount?: string;
  readonly purchasePrice?: string;
}

export interface HoldingFields {
  readonly coinId: string | null;
  readonly amount: string;
  /** Empty: not known. */
  readonly purchasePrice: string;
}

const mustBePositive = 'Must be a positive number';

/** Checks what was typed as the server will. */
export function checkHolding({ coinId, amount, purchasePrice }: HoldingFields): HoldingErrors {
  return {
    ...(coinId === null && { coinId: 'Please select a cryptocurrency' }),
    ...(amount === '' && { amount: 'Amount is required' }),
    ...(amount !== '' && !isPositiveDecimal(amount) && { amount: mustBePositive }),
    ...(purchasePrice !== '' && !isPositiveDecimal(purchasePrice) && { purchasePrice: mustBePositive }),
  };
}
