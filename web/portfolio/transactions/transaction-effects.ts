import type { Disposal } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import type { DecimalText } from '#contract/units.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** What a transaction did, in a few words or with a gain. */
export type RowEffect =
  | { readonly kind: 'gain'; readonly gain: DecimalText }
  | { readonly kind: 'income'; readonly value: DecimalText; readonly currency: string }
  | { readonly kind: 'words'; readonly words: string; readonly isProblem?: true };

/** The disposals by transaction. */
export function groupDisposals(disposals: readonly Disposal[]): ReadonlyMap<string, readonly Disposal[]> {
  return Map.groupBy(disposals, ({ transactionId }) => transactionId);
}

/** What is said of a transaction. `disposals`: its own; undefined while they are not known. */
export function effectOf(
  { type, value }: Transaction,
  disposals: readonly Disposal[] | undefined,
): RowEffect | undefined {
  if (type === 'buy' || type === 'opening' || type === 'gift_in') return { kind: 'words', words: 'New lot' };
  if (type === 'income') {
    if (value === null) return { kind: 'words', words: 'Income' };
    return { kind: 'income', value: value.amount, currency: value.currency };
  }
  if (type === 'gift_out') return { kind: 'words', words: 'No gain' };
  if (!disposals) return type === 'transfer' ? { kind: 'words', words: 'Moved' } : undefined;
  if (type === 'transfer' && disposals.length === 0) return { kind: 'words', words: 'Moved' };
  if (disposals.some(({ gain }) => gain === null))
    return { kind: 'words', words: 'Cost not known', isProblem: true };
  if (disposals.length === 0) return undefined;
  return { kind: 'gain', gain: sumDecimals(disposals.map(({ gain }) => gain ?? '0')) };
}

/** What a transaction was worth: its money, its value, or what its disposals brought. A gift leaves at its cost, which is no value. */
export function worthOf(
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
