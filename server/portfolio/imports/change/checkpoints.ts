import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import { type Amount, formatAmount, parseAmount } from '../../ledger/engine/fixed-point.ts';
import { padWhole, type TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { ImportRow } from '../algebra/import-row.ts';

/** A balance stated in a file that the file's own rows don't explain. */
export interface Checkpoint {
  readonly coinId: CoinId;
  readonly symbol: string;
  /** A wallet id. */
  readonly wallet: string;
  readonly at: Instant;
  readonly balance: DecimalText;
}

/** A row and the balances the file states after it. */
export interface BalancedRow {
  readonly row: ImportRow;
  readonly balances: readonly {
    readonly coinId: CoinId;
    readonly symbol: string;
    readonly amount: DecimalText;
  }[];
}

/** Smaller differences are rounding by the exchange. */
const minMissing: Amount = 10n ** 6n;

/**
 * The balances in a file that its rows explain less well than any earlier one. `rows` is in file order. Of several
 * balances at one instant the last counts.
 */
export function findCheckpoints(rows: readonly BalancedRow[], ownWallet: string): Checkpoint[] {
  const [first] = rows;
  const ordered = first && first.row.at > rows.at(-1)!.row.at ? rows.toReversed() : [...rows];
  ordered.sort((a, b) => a.row.at - b.row.at);
  const sums = new Map<CoinId, Amount>();
  const named = new Map<CoinId, Checkpoint & { sum: Amount }>();
  const highest = new Map<CoinId, Amount>();
  const found: Checkpoint[] = [];
  const close = () => {
    for (const [coinId, { sum, ...point }] of named) {
      const offset = readAmount(point.balance) - sum;
      if (offset > (highest.get(coinId) ?? 0n) + minMissing) {
        found.push(point);
        highest.set(coinId, offset);
      }
    }
    named.clear();
  };
  let last = Number.NaN;
  for (const { row, balances } of ordered) {
    if (row.at !== last) close();
    last = row.at;
    for (const [coinId, amount] of movementsOf(row, ownWallet))
      sums.set(coinId, (sums.get(coinId) ?? 0n) + amount);
    for (const { coinId, symbol, amount } of balances)
      named.set(coinId, {
        coinId,
        symbol,
        wallet: ownWallet,
        at: row.at,
        balance: amount,
        sum: sums.get(coinId) ?? 0n,
      });
  }
  close();
  return found;
}

const readAmount = (text: DecimalText) => parseAmount(padWhole(text));

function* movementsOf(
  { in: into, out, fee, wallet, toWallet }: ImportRow,
  own: string,
): Generator<[CoinId, Amount]> {
  const isOwn = wallet === own;
  if (into && 'coinId' in into && isOwn) yield [into.coinId, readAmount(into.amount)];
  if (out && 'coinId' in out && isOwn) yield [out.coinId, -readAmount(out.amount)];
  if (out && 'coinId' in out && toWallet === own) yield [out.coinId, readAmount(out.amount)];
  if (fee && 'coinId' in fee && (isOwn || (wallet === elsewhere && toWallet === own)))
    yield [fee.coinId, -readAmount(fee.amount)];
}

/** A lower bound of the coins missing before an instant. */
export interface Gap {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly amount: DecimalText;
  readonly before: Instant;
}

/** Finds the largest amount by which the ledger falls short of the stated balances. `rows`: those of the coin. */
export function findGap(points: readonly Checkpoint[], rows: readonly TransactionRow[]): Gap | null {
  let gap: (Gap & { missing: Amount }) | null = null;
  for (const { coinId, symbol, wallet, at, balance } of points) {
    const missing = readAmount(balance) - balanceOf(rows, { coinId, wallet, at });
    if (missing <= minMissing || (gap && missing <= gap.missing)) continue;
    gap = { coinId, symbol, amount: formatAmount(missing), before: at, missing };
  }
  if (!gap) return null;
  const { missing: _missing, ...found } = gap;
  return found;
}

function balanceOf(
  rows: readonly TransactionRow[],
  { coinId, wallet, at }: Pick<Checkpoint, 'coinId' | 'wallet' | 'at'>,
): Amount {
  let sum = 0n;
  const amountOf = (coin: string | null, amount: string | null) =>
    coin === coinId && amount !== null ? readAmount(amount) : 0n;
  for (const row of rows) {
    if (row.occurred_at > at) continue;
    const out = amountOf(row.out_coin, row.out_amount);
    if (row.wallet === wallet)
      sum += amountOf(row.in_coin, row.in_amount) - out - amountOf(row.fee_coin, row.fee_amount);
    if (row.to_wallet === wallet) sum += out;
  }
  return sum;
}
