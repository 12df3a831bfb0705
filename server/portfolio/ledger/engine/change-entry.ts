import type { LedgerEntry } from './entry.ts';

/** A copy that can be spread (`...`) and sent to another thread, as packed entries can't. */
export function unpackEntry(entry: LedgerEntry): LedgerEntry {
  const { id, type, kind = null, occurredAt, value, wallet, toWallet, lots, acquiredAt } = entry;
  const { in: into, out, fee, isDateAssumed, isFeeSellingCost, rowIdentity, createdAt } = entry;
  const legs = { in: into, out, fee, value };
  const others = { wallet, toWallet, lots, acquiredAt, isDateAssumed, rowIdentity, createdAt };
  return { id, type, kind, occurredAt, ...legs, ...others, ...(isFeeSellingCost && { isFeeSellingCost }) };
}

/** A copy with some values changed. Spreading would lose most values of a packed entry. */
export function changeEntry(entry: LedgerEntry, changes: Partial<LedgerEntry>): LedgerEntry {
  return { ...unpackEntry(entry), ...changes };
}
