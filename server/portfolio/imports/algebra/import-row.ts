import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { IncomeKind, Leg, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';

/** One transaction in a file, after its coins and wallets have been resolved. */
export interface ImportRow {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly at: Instant;
  /** The precision of `at`: 1, 1,000, 60,000 or 86,400,000 ms. */
  readonly precision: Milliseconds;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  readonly value: MoneyLeg | null;
  /** A wallet id, or `name:` and the lower-case name of a wallet still to be created. */
  readonly wallet: string;
  readonly toWallet: string | null;
  /** The exchange's own id. */
  readonly externalId: string | null;
  readonly orderId: string | null;
  /** The hash of a transfer's on-chain transaction. */
  readonly hash: string | null;
  readonly note: string | null;
  readonly acquiredAt: Instant | null;
  readonly lots: readonly LotPick[] | null;
  readonly isDateAssumed: boolean;
  /** Line numbers in the file, ascending. */
  readonly lines: readonly number[];
}

/** One file's rows, in file order. */
export interface ImportFile {
  readonly importId: string;
  readonly format: ImportFormat;
  /** The kind of file within the format. */
  readonly layout: string;
  /** Equal for files with equal content. */
  readonly digest: string;
  /** The earliest instant of its rows; null if it has none. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly rows: readonly ImportRow[];
}

/** A row and the index of its file. */
export interface RowSource {
  readonly row: ImportRow;
  readonly file: number;
}

/** A row of the ledger that results from all files together. */
export interface MergedRow {
  /** Derived from what was read, so the same files in any order give the same key. */
  readonly key: string;
  /** The keys that other files give the same row. */
  aliases: readonly string[];
  readonly row: ImportRow;
  /** What each file says about it, in the order of the files. */
  sources: readonly RowSource[];
  /** The only file that contains it, if this is known without making the list of sources. */
  readonly onlyFile?: number | undefined;
  /** For a transfer joined from its two sides: the key of the deposit. */
  readonly joinedKey?: string;
}

type Sourced = Pick<MergedRow, 'sources' | 'onlyFile'>;

/** Whether a file contains a row. */
export const isInFile = (merged: Sourced, file: number): boolean =>
  merged.onlyFile === undefined
    ? merged.sources.some((source) => source.file === file)
    : merged.onlyFile === file;

/** Indices of the files that contain a row, ascending. */
export const filesOf = (merged: Sourced): number[] =>
  merged.onlyFile === undefined
    ? [...new Set(merged.sources.map(({ file }) => file))].sort((a, b) => a - b)
    : [merged.onlyFile];
