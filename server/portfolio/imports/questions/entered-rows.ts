import type { Leg } from '#contract/ledger/transaction.ts';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import { padWhole, type TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { ImportRow, MergedRow } from '../algebra/import-row.ts';
import { canonicalAmount, directionOf } from '../algebra/row-identity.ts';
import { createNearestRows, type NearestRows } from './nearest-rows.ts';

/** An entry by the user that may also be in a file. */
export interface EnteredRow {
  readonly kind: 'opening' | 'duplicate';
  /** The key of its question. */
  readonly key: string;
  readonly own: TransactionRow;
  /** The matching row of the file; null for an opening, which may match any number of rows. */
  readonly merged: MergedRow | null;
  /** Whether the row is only the arrival of a transfer that was entered with both sides. */
  readonly isArrival: boolean;
}

/** An arrival does not replace a whole transfer, whose withdrawal would be lost: the entry stays instead. */
export const replacesEntry = ({ isArrival }: EnteredRow, answer: string | undefined): boolean =>
  answer === 'replace' && !isArrival;

/** Whether an answer keeps the file's row out of the ledger. */
export const leavesRowOut = ({ isArrival }: EnteredRow, answer: string | undefined): boolean =>
  answer === 'skip' || (answer === 'replace' && isArrival);

const dayMs: Milliseconds = 86_400_000;

/**
 * Finds what the user entered and a file has too: openings of coins whose history is in the file, and entries with the
 * same coin and amount as a row of the file, within a day of it.
 */
export function findEnteredRows(own: readonly TransactionRow[], added: readonly MergedRow[]): EnteredRow[] {
  if (own.length === 0) return [];
  const coins = new Set(added.flatMap(({ row }) => coinsOf(row)));
  const found: EnteredRow[] = [];
  const byMovement = new Map<string, MergedRow[]>();
  for (const merged of added)
    for (const movement of movementsOf(merged.row)) {
      const same = byMovement.get(movement);
      if (same) same.push(merged);
      else byMovement.set(movement, [merged]);
    }
  const taken = new Set<MergedRow>();
  const nearest = new Map<string, NearestRows>();
  const nearestOf = (movement: string) => {
    const same = byMovement.get(movement);
    if (same && !nearest.has(movement))
      nearest.set(
        movement,
        createNearestRows(same, (one) => taken.has(one)),
      );
    return nearest.get(movement);
  };
  for (const row of own) {
    if (row.type === 'opening') {
      if (row.in_coin !== null && coins.has(row.in_coin))
        found.push({ kind: 'opening', key: `opening:${row.id}`, own: row, merged: null, isArrival: false });
      continue;
    }
    const find = (movements: readonly string[]) =>
      movements
        .flatMap((movement) => nearestOf(movement)?.find(row.occurred_at, dayMs) ?? [])
        .sort((a, b) => distance(a.row, row) - distance(b.row, row))[0];
    const same = find(enteredMovements(row));
    const merged = same ?? find(enteredArrivals(row));
    if (!merged) continue;
    taken.add(merged);
    found.push({ kind: 'duplicate', key: `duplicate:${row.id}`, own: row, merged, isArrival: !same });
  }
  return found;
}

const distance = (row: ImportRow, { occurred_at }: TransactionRow) => Math.abs(row.at - occurred_at);

const coinsOf = ({ in: into, out }: ImportRow): CoinId[] =>
  [into, out].flatMap((leg) => (leg && 'coinId' in leg ? [leg.coinId] : []));

const textOf = (side: string, coinId: string, amount: string) =>
  `${side} ${coinId} ${canonicalAmount(padWhole(amount))}`;

function movementsOf(row: ImportRow): string[] {
  const legOf = (side: string, leg: Leg | null) =>
    leg && 'coinId' in leg ? [textOf(side, leg.coinId, leg.amount)] : [];
  if (row.type === 'transfer') {
    const direction = directionOf(row);
    return legOf(direction === 'in' ? 'in' : 'out', row.out);
  }
  return [...legOf('in', row.in), ...legOf('out', row.out)];
}

function enteredMovements(row: TransactionRow): string[] {
  const { in_coin, in_amount, out_coin, out_amount } = row;
  const isDeposit = row.type === 'transfer' && row.wallet === 'elsewhere';
  return [
    ...(in_coin !== null && in_amount !== null ? [textOf('in', in_coin, in_amount)] : []),
    ...(out_coin !== null && out_amount !== null
      ? [textOf(isDeposit ? 'in' : 'out', out_coin, out_amount)]
      : []),
  ];
}

/** Whether it is a transfer between two of the user's wallets. */
const isWhole = ({ type, wallet, to_wallet }: TransactionRow) =>
  type === 'transfer' && wallet !== 'elsewhere' && to_wallet !== 'elsewhere';

/** A transfer between the user's wallets may also be in a file that has only its arrival. */
function enteredArrivals(row: TransactionRow): string[] {
  const { out_coin, out_amount } = row;
  return isWhole(row) && out_coin !== null && out_amount !== null ? [textOf('in', out_coin, out_amount)] : [];
}

/**
 * Returns whether a deposit or withdrawal of a file may be one that the user entered. The user is asked about it, so it
 * must not be joined with its other side.
 */
export const createEnteredSides = (own: readonly TransactionRow[]) =>
  createNear(own.filter((row) => row.type === 'transfer' && !isWhole(row)));

/** Returns whether a deposit or withdrawal of a file may be part of a transfer that the user entered with both sides. */
export const createEnteredTransfers = (own: readonly TransactionRow[]) => createNear(own.filter(isWhole));

/** Returns whether a row is within a day of one of these entries, and has its coin and amount. */
function createNear(own: readonly TransactionRow[]): (row: ImportRow) => boolean {
  const times = new Map<string, number[]>();
  for (const row of own)
    for (const movement of [...enteredMovements(row), ...enteredArrivals(row)]) {
      const known = times.get(movement);
      if (known) known.push(row.occurred_at);
      else times.set(movement, [row.occurred_at]);
    }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return (row) => {
    if (times.size === 0) return false;
    return movementsOf(row).some((movement) => hasNear(times.get(movement) ?? [], row.at));
  };
}

/** Whether one of the ascending times is within a day. */
function hasNear(times: readonly number[], at: number): boolean {
  let [first, end] = [0, times.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (times[middle]! < at - dayMs) first = middle + 1;
    else end = middle;
  }
  return first < times.length && times[first]! <= at + dayMs;
}

/** Rows of our own export that the ledger already has unchanged. */
export function findUnchangedRows(own: readonly TransactionRow[], added: readonly MergedRow[]): MergedRow[] {
  if (own.length === 0) return [];
  const free = Map.groupBy(own, exactText);
  return added.filter(({ row }) => {
    const text = [
      row.type,
      row.at,
      ...[row.in, row.out, row.fee].map((leg) =>
        leg === null ? '' : textOf('', 'coinId' in leg ? leg.coinId : leg.currency, leg.amount),
      ),
    ].join('|');
    return free.get(text)?.pop() !== undefined;
  });
}

function exactText(row: TransactionRow): string {
  const legOf = (coin: string | null, currency: string | null, amount: string | null) =>
    amount === null ? '' : textOf('', coin ?? currency ?? '', amount);
  return [
    row.type,
    row.occurred_at,
    legOf(row.in_coin, row.in_currency, row.in_amount),
    legOf(row.out_coin, row.out_currency, row.out_amount),
    legOf(row.fee_coin, row.fee_currency, row.fee_amount),
  ].join('|');
}
