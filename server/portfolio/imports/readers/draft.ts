import type { GenericMapping, ImportFormat } from '#contract/ledger/imports.ts';
import type { IncomeKind, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { CoinId, DecimalText, Instant, Milliseconds } from '#contract/units.ts';

/** A coin as the file names it. */
export interface DraftCoinLeg {
  /** In upper case, with the exchange's own codes translated: Kraken's `XXBT` is `BTC`. */
  readonly ticker: string;
  /** If the file has one, such as Delta's `SOL (Solana)`. */
  readonly name: string | null;
  /** If the file identifies the coin: our own export, and CoinGecko's ids in Ghostfolio's. */
  readonly coinId: CoinId | null;
  readonly amount: DecimalText;
}
export type DraftLeg = DraftCoinLeg | MoneyLeg;

/** The wallet name for places the file doesn't name. */
export const elsewhere = 'Elsewhere';

/** One row, or several rows that are legs of one trade. */
export interface Draft {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly occurredAt: Instant;
  /** The same date read month first, if nothing in the file tells whether day or month comes first. */
  readonly monthFirst: Instant | null;
  /** The precision of `occurredAt`: 1, 1,000, 60,000 or 86,400,000 ms. */
  readonly precision: Milliseconds;
  readonly in: DraftLeg | null;
  readonly out: DraftLeg | null;
  readonly fee: DraftLeg | null;
  readonly value: MoneyLeg | null;
  /** By name; null: the upload's wallet. */
  readonly wallet: string | null;
  /** A transfer's target by name; null: the upload's wallet. Null for all other types. */
  readonly toWallet: string | null;
  /** The exchange's own id of the transaction. */
  readonly externalId: string | null;
  /** The id of the order it belongs to. */
  readonly orderId: string | null;
  /** A transfer's on-chain hash. */
  readonly hash: string | null;
  /** The other side's address in a transfer. */
  readonly address: string | null;
  readonly note: string | null;
  readonly acquiredAt: Instant | null;
  readonly lots: readonly LotPick[] | null;
  readonly isDateAssumed: boolean;
  /** Balances after the row, as stated in the file. */
  readonly balances: readonly { readonly ticker: string; readonly amount: DecimalText }[];
  /** Line numbers in the file, ascending; the first line is 1. */
  readonly lines: readonly number[];
}

export interface RowProblem {
  readonly line: number | null;
  readonly message: string;
  /** The row, shortened; null if it was read despite the problem. */
  readonly text: string | null;
}

/** Called once the format is known; returns the receiver of the drafts. */
export type OpenDrafts = (format: ImportFormat) => (draft: Draft) => void;

/** The result of reading a file. */
export interface ReadFile {
  readonly format: ImportFormat;
  /** The kind of file within the format, such as `trades`. */
  readonly layout: string;
  /** Number of data rows. */
  readonly rows: number;
  readonly drafts: readonly Draft[];
  readonly problems: readonly RowProblem[];
  /** Number of rows without a coin, or of moves within the exchange. */
  readonly ignored: number;
  /** An example of a date whose day and month are ambiguous in the whole file. The drafts then have `monthFirst`. */
  readonly openDate: string | null;
}

export interface ReadOptions {
  readonly fileName: string;
  /** Null: detect it by the columns. */
  readonly format: ImportFormat | null;
  /** For times without a zone. */
  readonly timeZone: string | null;
  readonly mapping: GenericMapping | null;
}
