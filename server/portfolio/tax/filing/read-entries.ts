import type { Instant } from '#contract/units.ts';
import type { LedgerEntry, Leg } from '../../ledger/engine/entry.ts';
import { parseMoney } from '../../ledger/engine/fixed-point.ts';
import { readEntryAmount } from '../../ledger/transactions/transaction-row.ts';
import { type CountedTransaction, type LedgerPosition, readLedger } from './written-ledger.ts';

/** A stored transaction. `portfolioId`: null if it is the report's own; undefined if that was not stored. */
interface StoredEntry {
  readonly entry: LedgerEntry;
  readonly portfolioId: string | null | undefined;
}

/** Reads the transactions that were stored with a report, yielding to other calls in between. */
export async function* readEntries(written: string): AsyncGenerator<StoredEntry> {
  for await (const { transaction, position } of readLedger(written))
    yield {
      entry: toEntry(transaction, position),
      portfolioId: position ? (position.portfolioId ?? null) : undefined,
    };
}

function toEntry(transaction: CountedTransaction, position: LedgerPosition | null): LedgerEntry {
  const { id, type, kind, wallet, toWallet, lots, value, occurredAt, acquiredAt, isDateAssumed } =
    transaction;
  return {
    ...{ id, type, kind, wallet, toWallet, isDateAssumed },
    occurredAt: Date.parse(occurredAt),
    in: toLeg(transaction.in),
    out: toLeg(transaction.out),
    fee: toLeg(transaction.fee),
    value: value && { currency: value.currency, amount: parseMoney(value.amount) },
    lots: (lots ?? []).map(({ transactionId, amount }) => ({
      transactionId,
      amount: readEntryAmount(amount),
    })),
    acquiredAt: acquiredAt === null ? null : Date.parse(acquiredAt),
    rowIdentity: position?.rowIdentity ?? null,
    createdAt: position?.createdAt ?? createdAtOf(id),
  };
}

function toLeg(leg: CountedTransaction['in']): Leg | null {
  if (leg === null) return null;
  return 'coinId' in leg
    ? { coinId: leg.coinId, amount: readEntryAmount(leg.amount) }
    : { currency: leg.currency, amount: parseMoney(leg.amount) };
}

/** A UUID v7 starts with its Unix time in milliseconds (48 bits). */
const createdAtOf = (id: string): Instant => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
