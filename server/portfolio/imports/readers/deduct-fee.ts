import type { Quantity } from './compose-draft.ts';
import { RowError } from './row-error.ts';

/** An amount that includes its fee, without it. Throws a `RowError` if nothing is left. */
export function deductFee(amount: Quantity, fee: Quantity | null): Quantity {
  if (fee?.ticker !== amount.ticker) return amount;
  if (fee.units >= amount.units) throw new RowError('The fee is larger than the amount');
  return { ...amount, units: amount.units - fee.units };
}

/** An amount from which the fee was already taken, with it. */
export function addFee(amount: Quantity, fee: Quantity | null): Quantity {
  return fee?.ticker === amount.ticker ? { ...amount, units: amount.units + fee.units } : amount;
}
