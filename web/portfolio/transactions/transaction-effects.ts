import type { Disposal } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import type { DecimalText } from '#contract/units.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** A transaction's effect: a gain, an income or a few words. */
export type RowEffect =
  | { readonly kind: 'gain'; readonly gain: DecimalText }
  | { readonly kind: 'income'; readonly value: DecimalText; readonly currency: string }
  | { readonly kind: 'words'; readonly words: string; readonly isProblem?: true };

/** Groups disposals by transaction id. */
export function groupDisposals(disposals: readonly Disposal[]): ReadonlyMap<string, readonly Disposal[]> {
  return Map.groupBy(disposals, ({ transactionId }) => transactionId);
}

/** The effect to show for a transaction. `disposals`: its disposals; undefined until loaded. */
export function effectOf(
  { type, value }: Transaction,
  disposals: readonly Disposal[] | undefined,
): RowEffect | undefined {
  if (type === 'buy' || type === 'opening' || type === 'gift_in') return { kind: 'words', words: 'New lot' };
  if (type === 'income') {
    if (value === null) return { kind: 'words', words: 'Income' };
    return { kind: 'income', value: value.amount, currency: value.currency };
  }
  const hasFee = disposals?.some(({ isFee }) => isFee) ?? false;
  if (type === 'gift_out' && !hasFee) return { kind: 'words', words: 'No gain' };
  if (!disposals) return type === 'transfer' ? { kind: 'words', words: 'Moved' } : undefined;
  if (type === 'transfer' && disposals.length === 0) return { kind: 'words', words: 'Moved' };
  const unknown = disposals.filter(({ gain }) => gain === null);
  if (unknown.length > 0) {
    const words = unknown.some(({ cost }) => cost === null) ? 'Cost not known' : 'Value not known';
    return { kind: 'words', words, isProblem: true };
  }
  if (disposals.length === 0) return undefined;
  return { kind: 'gain', gain: sumDecimals(disposals.map(({ gain }) => gain ?? '0')) };
}

/**
 * The value of a transaction: the money paid or received, its stated value, or its proceeds. Null for a gift, whose
 * proceeds are only its cost.
 */
export function findTransactionValue(
  { type, in: received, out, value }: Transaction,
  disposals: readonly Disposal[] | undefined,
  currency: string,
): { readonly amount: DecimalText; readonly currency: string } | null {
  for (const leg of [out, received]) if (leg !== null && 'currency' in leg) return leg;
  if (value !== null) return value;
  if (type === 'gift_out') return null;
  const main = disposals?.find(({ isFee }) => !isFee);
  return main?.proceeds == null ? null : { amount: main.proceeds, currency };
}
