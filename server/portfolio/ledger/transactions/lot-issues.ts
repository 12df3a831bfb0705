import type { LotPick } from '#contract/ledger/transaction.ts';
import type { CoinId } from '#contract/units.ts';
import { CoinAccount } from '../engine/coin-account.ts';
import { compareEntries, isCoin, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import { type Amount, formatAmount, parseAmount } from '../engine/fixed-point.ts';
import type { Scope } from '../engine/lot.ts';
import { canBeLot, type Issue } from './transaction-draft.ts';
import { padWhole, type TransactionRow, toEntry } from './transaction-row.ts';

/** Lots are only counted here, not valued. */
const noValues = { convert: () => null, closeOf: () => null };

interface Taking {
  readonly row: TransactionRow;
  readonly entry: LedgerEntry;
  readonly picks: readonly LotPick[];
}

/**
 * Checks the lots named by new transactions of one coin. Each must exist, be of that coin, have been acquired before,
 * and have enough left; together they must not exceed the leg. `rows` are all transactions with the coin, including
 * the new ones. Returns the issues by transaction id.
 */
export function findLotIssues(
  coinId: CoinId,
  rows: readonly TransactionRow[],
  newIds: ReadonlySet<string>,
  scope: Scope,
): Map<string, Issue[]> {
  const issues = new Map<string, Issue[]>();
  const takings = rows.map((row) => toTaking(row, coinId)).sort((a, b) => compareEntries(a.entry, b.entry));
  const known = new Map(takings.map((taking) => [taking.row.id, taking]));
  // The new transactions reserve nothing: within a batch, the first in order takes first.
  const later = sumPicks(takings.filter(({ row }) => !newIds.has(row.id)));
  const account = new CoinAccount('specific', scope);
  for (const { row, entry, picks } of takings) {
    if (!newIds.has(row.id)) for (const pick of picks) addTo(later, pick, -1n);
    if (newIds.has(row.id) && picks.length > 0) {
      const left = listLeft(account, scope === 'wallet' ? row.wallet : null);
      const find = (pick: LotPick) => findIssue(pick, { coinId, entry, known, left, later });
      const found = picks.flatMap((pick, index) =>
        (find(pick) ?? []).map(({ path, message }) => ({ path: `lots.${index}.${path}`, message })),
      );
      const total = picks.reduce((sum, { amount }) => sum + read(amount), 0n);
      if (isCoin(entry.out) && total > entry.out.amount)
        found.push({ path: 'lots', message: 'Must not be more than the amount of `out`' });
      if (found.length > 0) issues.set(row.id, found);
    }
    for (const event of expandEntry(entry, noValues).events)
      if (event.coinId === coinId) account.apply(event);
  }
  return issues;
}

const read = (amount: string): Amount => parseAmount(padWhole(amount));

function toTaking(row: TransactionRow, coinId: CoinId): Taking {
  const entry = toEntry(row);
  const picks = row.out_coin === coinId && row.lots !== null ? (JSON.parse(row.lots) as LotPick[]) : [];
  return { row, entry, picks };
}

function addTo(amounts: Map<string, Amount>, { transactionId, amount }: LotPick, sign: bigint): void {
  amounts.set(transactionId, (amounts.get(transactionId) ?? 0n) + sign * read(amount));
}

/** The amounts that transactions name of each lot. */
function sumPicks(takings: readonly Taking[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { picks } of takings) for (const pick of picks) addTo(sums, pick, 1n);
  return sums;
}

/** The remaining amount of each lot, in one wallet or all. */
function listLeft(account: CoinAccount, wallet: string | null): Map<string, Amount> {
  const left = new Map<string, Amount>();
  for (const lot of account.listOpen()) {
    if (lot.transactionId === null || (wallet !== null && lot.wallet !== wallet)) continue;
    left.set(lot.transactionId, (left.get(lot.transactionId) ?? 0n) + lot.remaining);
  }
  return left;
}

function findIssue(
  { transactionId, amount }: LotPick,
  ledger: {
    coinId: CoinId;
    entry: LedgerEntry;
    known: ReadonlyMap<string, Taking>;
    left: Map<string, Amount>;
    /** The amounts that later transactions name of each lot. */
    later: ReadonlyMap<string, Amount>;
  },
): Issue[] | null {
  const lot = ledger.known.get(transactionId);
  if (!lot) return [{ path: 'transactionId', message: 'There is no such lot of this coin' }];
  if (!canBeLot(lot.row, ledger.coinId))
    return [{ path: 'transactionId', message: 'This transaction did not add any of this coin' }];
  if (compareEntries(lot.entry, ledger.entry) >= 0)
    return [{ path: 'transactionId', message: 'This lot was acquired later' }];
  const remaining = (ledger.left.get(transactionId) ?? 0n) - (ledger.later.get(transactionId) ?? 0n);
  const wanted = read(amount);
  if (wanted > remaining) {
    const free = remaining > 0n ? `Only ${formatAmount(remaining)}` : 'Nothing';
    return [{ path: 'amount', message: `${free} of this lot is left` }];
  }
  ledger.left.set(transactionId, (ledger.left.get(transactionId) ?? 0n) - wanted);
  return null;
}
