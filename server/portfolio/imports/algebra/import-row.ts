import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { IncomeKind, Leg, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';

/** What a file says of one transaction, once its coins and wallets are known. Its properties may be a class's: `changeRow` copies it. */
export interface ImportRow {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly at: Instant;
  /** Of `at`: 1, 1,000, 60,000 or 86,400,000. */
  readonly precision: Milliseconds;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  readonly value: MoneyLeg | null;
  /** An id, or `name:` and the lower-case name of one that is yet to be made. */
  readonly wallet: string;
  readonly toWallet: string | null;
  /** The exchange's own id. */
  readonly externalId: string | null;
  readonly orderId: string | null;
  /** Of a transfer's transaction on its chain. */
  readonly hash: string | null;
  readonly note: string | null;
  readonly acquiredAt: Instant | null;
  readonly lots: readonly LotPick[] | null;
  readonly isDateAssumed: boolean;
  /** Lines of the file, ascending. */
  readonly lines: readonly number[];
}

/** One file's rows, in the file's order. */
export interface ImportFile {
  readonly importId: string;
  readonly format: ImportFormat;
  /** Which of the format's files it is. */
  readonly layout: string;
  /** Equal for files that say the same. */
  readonly digest: string;
  /** Of all its rows; null where it has none. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly rows: readonly ImportRow[];
}

/** A row and the place of its file. */
export interface RowSource {
  readonly row: ImportRow;
  readonly file: number;
}

/** A row of the ledger that files make together. */
export interface MergedRow {
  /** Made of what was read; the same for the same files in any order. */
  readonly key: string;
  /** Keys of the same row as other files tell it. */
  aliases: readonly string[];
  readonly row: ImportRow;
  /** What each file says of it, by the places of the files. */
  sources: readonly RowSource[];
  /** Of a transfer joined from two sides: the key of the deposit. */
  readonly joinedKey?: string;
}

/** Places of the files that have a row, ascending. */
export const filesOf = ({ sources }: Pick<MergedRow, 'sources'>): number[] =>
  [...new Set(sources.map(({ file }) => file))].sort((a, b) => a - b);
