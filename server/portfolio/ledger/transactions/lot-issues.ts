import type { LotPick } from '#contract/ledger/transaction.ts';
import type { CoinId } from '#contract/units.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { CoinAccount } from '../engine/coin-account.ts';
import { compareEntries, isCoin, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import { type Amount, formatAmount } from '../engine/fixed-point.ts';
import type { Scope } from '../engine/lot.ts';
import { MoveBudget } from '../engine/move-budget.ts';
import { canBeLot, type Issue } from './transaction-draft.ts';
import { type EntryRow, readEntryAmount, toEntry } from './transaction-row.ts';

/** Lots are only counted here, not valued. */
const noValues = { convert: () => null, closeOf: () => null };

/** Transactions read, and lots named, used or moved, between two pauses; other calls wait a few milliseconds. */
const atOnce = 500;

/** A transaction of the ledger, and the lots of the checked coin that it names. */
interface LedgerRow {
  readonly row: EntryRow;
  readonly entry: LedgerEntry;
  readonly picks: readonly LotPick[];
}

/**
 * Checks the lots named by new transactions of one coin. Each must exist, be of that coin, have been acquired before,
 * and have enough left; together they must not exceed the leg. `rows` are all transactions with the coin, including
 * the new ones. Returns the issues by transaction id.
 */
export async function findLotIssues(
  coinId: CoinId,
  rows: readonly EntryRow[],
  newIds: ReadonlySet<string>,
  scope: Scope,
): Promise<Map<string, Issue[]>> {
  const issues = new Map<string, Issue[]>();
  const { ledgerRows, later } = await readLedgerRows(rows, coinId, newIds);
  const known = new Map(ledgerRows.map((ledgerRow) => [ledgerRow.row.id, ledgerRow]));
  const account = new CoinAccount('specific', scope, new MoveBudget());
  const pauses = new Pauses(atOnce);
  for (const ledgerRow of ledgerRows) {
    const { row, entry, picks } = ledgerRow;
    if (newIds.has(row.id)) {
      const found = listIssues(ledgerRow, { coinId, known, account, later });
      if (found.length > 0) issues.set(row.id, found);
    } else for (const pick of picks) addTo(later, pick, -1n);
    for (const event of expandEntry(entry, noValues).events)
      if (event.coinId === coinId) for (const _ of account.applyByLot(event)) await pauses.after();
    await pauses.after(1 + picks.length);
  }
  return issues;
}

/** `ledgerRows` are in ledger order. `later`: how much of each lot stored transactions name. */
async function readLedgerRows(
  rows: readonly EntryRow[],
  coinId: CoinId,
  newIds: ReadonlySet<string>,
): Promise<{ ledgerRows: LedgerRow[]; later: Map<string, Amount> }> {
  const ledgerRows: LedgerRow[] = [];
  const later = new Map<string, Amount>();
  const pauses = new Pauses(atOnce);
  for (const row of rows) {
    const ledgerRow = toLedgerRow(row, coinId);
    ledgerRows.push(ledgerRow);
    // New transactions reserve nothing in advance: within a batch, earlier ones come first.
    if (!newIds.has(row.id)) for (const pick of ledgerRow.picks) addTo(later, pick, 1n);
    await pauses.after(1 + ledgerRow.picks.length);
  }
  ledgerRows.sort((a, b) => compareEntries(a.entry, b.entry));
  return { ledgerRows, later };
}

function toLedgerRow(row: EntryRow, coinId: CoinId): LedgerRow {
  const entry = toEntry(row);
  const picks = row.out_coin === coinId && row.lots !== null ? (JSON.parse(row.lots) as LotPick[]) : [];
  return { row, entry, picks };
}

function addTo(amounts: Map<string, Amount>, { transactionId, amount }: LotPick, sign: bigint): void {
  amounts.set(transactionId, (amounts.get(transactionId) ?? 0n) + sign * readEntryAmount(amount));
}

interface CheckedLedger {
  readonly coinId: CoinId;
  readonly known: ReadonlyMap<string, LedgerRow>;
  /** Its state just before the transaction. */
  readonly account: CoinAccount;
  /** How much of each lot later transactions name. */
  readonly later: ReadonlyMap<string, Amount>;
}

function listIssues({ entry, picks }: LedgerRow, ledger: CheckedLedger): Issue[] {
  const taken = new Map<string, Amount>();
  let total = 0n;
  const issues: Issue[] = [];
  for (const [index, pick] of picks.entries()) {
    total += readEntryAmount(pick.amount);
    const issue = findIssue(pick, entry, ledger, taken);
    if (issue) issues.push({ path: `lots.${index}.${issue.path}`, message: issue.message });
    else addTo(taken, pick, 1n);
  }
  if (isCoin(entry.out) && total > entry.out.amount)
    issues.push({
      path: 'lots',
      message: 'Together they must not be more than the amount of the transaction',
    });
  return issues;
}

/** `taken`: how much of each lot the same transaction has already named. */
function findIssue(
  { transactionId, amount }: LotPick,
  entry: LedgerEntry,
  { coinId, known, account, later }: CheckedLedger,
  taken: ReadonlyMap<string, Amount>,
): Issue | null {
  const lot = known.get(transactionId);
  if (!lot) return { path: 'transactionId', message: 'There is no such lot of this coin' };
  if (!canBeLot(lot.row, coinId))
    return { path: 'transactionId', message: 'This transaction did not add any of this coin' };
  if (compareEntries(lot.entry, entry) >= 0)
    return { path: 'transactionId', message: 'This lot was acquired later' };
  const named = (later.get(transactionId) ?? 0n) + (taken.get(transactionId) ?? 0n);
  const remaining = account.remainingOf(transactionId, entry.wallet) - named;
  if (readEntryAmount(amount) <= remaining) return null;
  const free = remaining > 0n ? `Only ${formatAmount(remaining)}` : 'Nothing';
  // Named by its day: a form shows the message above all of its lots.
  const day = new Date(lot.entry.acquiredAt ?? lot.entry.occurredAt).toISOString().slice(0, 10);
  return { path: 'amount', message: `${free} of the lot of ${day} is left` };
}
