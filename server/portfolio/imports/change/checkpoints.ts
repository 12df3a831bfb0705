import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import { type Amount, formatAmount } from '../../ledger/engine/fixed-point.ts';
import { type EntryRow, readEntryAmount } from '../../ledger/transactions/transaction-row.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { keptLimits } from '../kept-limits.ts';

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

/** Rows and checkpoints compared between two pauses; other calls wait a few milliseconds. */
const atOnce = 1000;

/**
 * Finds the balances in a file that exceed the sum of its rows by more than any earlier balance did. `rows` is in file
 * order. If there are several balances at one instant, the last counts.
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
      const offset = readEntryAmount(point.balance) - sum;
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
  return found.slice(-keptLimits.maxCheckpoints);
}

function* movementsOf(
  { in: into, out, fee, wallet, toWallet }: ImportRow,
  own: string,
): Generator<[CoinId, Amount]> {
  const isOwn = wallet === own;
  if (into && 'coinId' in into && isOwn) yield [into.coinId, readEntryAmount(into.amount)];
  if (out && 'coinId' in out && isOwn) yield [out.coinId, -readEntryAmount(out.amount)];
  if (out && 'coinId' in out && toWallet === own) yield [out.coinId, readEntryAmount(out.amount)];
  if (fee && 'coinId' in fee && (isOwn || (wallet === elsewhere && toWallet === own)))
    yield [fee.coinId, -readEntryAmount(fee.amount)];
}

/** A lower bound of the coins missing before an instant. */
export interface Gap {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly amount: DecimalText;
  readonly before: Instant;
}

/**
 * Finds by how much a ledger falls short of the balances stated by files, per wallet. `points` and `rows` are those of one
 * coin, the rows in ledger order.
 */
export async function findGaps(points: readonly Checkpoint[], rows: readonly EntryRow[]): Promise<Gap[]> {
  const balances = new Map(points.map(({ wallet }) => [wallet, 0n]));
  const gaps = new Map<string, Gap & { readonly missing: Amount }>();
  const pauses = new Pauses(atOnce);
  let next = 0;
  for (const { coinId, symbol, wallet, at, balance } of points.toSorted((a, b) => a.at - b.at)) {
    for (; next < rows.length && rows[next]!.occurred_at <= at; next += 1) {
      addMovements(balances, rows[next]!, coinId);
      await pauses.after();
    }
    await pauses.after();
    const missing = readEntryAmount(balance) - balances.get(wallet)!;
    if (missing <= (gaps.get(wallet)?.missing ?? minMissing)) continue;
    gaps.set(wallet, { coinId, symbol, amount: formatAmount(missing), before: at, missing });
  }
  return [...gaps.values()].map(({ missing: _missing, ...gap }) => gap);
}

/** Adds a row to the balances of the wallets that are checked. */
function addMovements(balances: Map<string, Amount>, row: EntryRow, coinId: CoinId): void {
  const amountOf = (coin: string | null, amount: string | null) =>
    coin === coinId && amount !== null ? readEntryAmount(amount) : 0n;
  const book = (wallet: string | null, amount: Amount) => {
    const balance = wallet === null ? undefined : balances.get(wallet);
    if (balance !== undefined) balances.set(wallet!, balance + amount);
  };
  const out = amountOf(row.out_coin, row.out_amount);
  const fee = amountOf(row.fee_coin, row.fee_amount);
  book(row.wallet, amountOf(row.in_coin, row.in_amount) - out - fee);
  book(row.to_wallet, out);
}
