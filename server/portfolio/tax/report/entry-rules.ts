import type { ProofRule } from '#contract/ledger/proof.ts';
import type { Instant } from '#contract/units.ts';
import { changeEntry } from '../../ledger/engine/change-entry.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';

/** How a country treats transactions differently from the ledger. Without a rule, they are treated as in the ledger. */
export interface EntryRules {
  /** A gift received costs its market value, or carries the donor's cost and date. */
  readonly giftIn?: 'market' | 'donor';
  /** A gift given is disposed of at its market value, not at its cost. */
  readonly giftOut?: 'market';
  /** From this instant on, a swap's fee is a cost of the coin given away. */
  readonly swapFeesFrom?: Instant;
}

/** A transaction as a country treats it. `rule`: the rule that changes it; null: it is treated as in the ledger. */
export interface CountedEntry {
  readonly entry: LedgerEntry;
  readonly rule: ProofRule | null;
}

/** Applies a country's rules to a transaction. Returns the same object if none applies. */
export function applyEntryRules(
  entry: LedgerEntry,
  { giftIn, giftOut, swapFeesFrom }: EntryRules,
): CountedEntry {
  if (entry.type === 'gift_in' && giftIn === 'market')
    return { entry: changeEntry(entry, { value: null, acquiredAt: null }), rule: 'gift_in_market' };
  if (entry.type === 'gift_in' && giftIn === 'donor' && (entry.value === null || entry.acquiredAt === null))
    return { entry: withoutDonor(entry), rule: 'gift_in_donor' };
  if (entry.type === 'gift_out' && giftOut === 'market')
    return { entry: changeEntry(entry, { type: 'spend' }), rule: 'gift_out_market' };
  if (entry.type === 'swap' && entry.fee !== null && entry.occurredAt >= (swapFeesFrom ?? Infinity))
    return { entry: changeEntry(entry, { isFeeSellingCost: true }), rule: 'swap_fee' };
  return { entry, rule: null };
}

/** The donor's cost or date is unknown unless entered. */
function withoutDonor(entry: LedgerEntry): LedgerEntry {
  const isDateAssumed = entry.isDateAssumed || entry.acquiredAt === null;
  return changeEntry(entry, entry.value === null ? { type: 'buy', isDateAssumed } : { isDateAssumed });
}
