import type { GenericMapping, ImportFormat } from '#contract/ledger/imports.ts';
import type { IncomeKind, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { CoinId, DecimalText, Instant, Milliseconds } from '#contract/units.ts';

/** Coins as a file names them. */
export interface DraftCoinLeg {
  /** In upper case, as the exchange writes it today: Kraken's `XXBT` is `BTC`. */
  readonly ticker: string;
  /** Where the file has one, such as Delta's `SOL (Solana)`. */
  readonly name: string | null;
  /** Where the file says which coin it is: our own files, and CoinGecko's ids in Ghostfolio's. */
  readonly coinId: CoinId | null;
  readonly amount: DecimalText;
}
export type DraftLeg = DraftCoinLeg | MoneyLeg;

/** The name of the wallet for places that the file does not name. */
export const elsewhere = 'Elsewhere';

/** What one row says, or several that are legs of one trade. */
export interface Draft {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly occurredAt: Instant;
  /** The same date read month first, where nothing in the file says which comes first. */
  readonly monthFirst: Instant | null;
  /** Of `occurredAt`: 1, 1,000, 60,000 or 86,400,000. */
  readonly precision: Milliseconds;
  readonly in: DraftLeg | null;
  readonly out: DraftLeg | null;
  readonly fee: DraftLeg | null;
  readonly value: MoneyLeg | null;
  /** By name; null: the wallet of the upload. */
  readonly wallet: string | null;
  /** Of a transfer, by name; null: the wallet of the upload. Null in all other types. */
  readonly toWallet: string | null;
  /** The exchange's own id of what happened. */
  readonly externalId: string | null;
  /** Of the order that it is part of. */
  readonly orderId: string | null;
  /** The other side of a transfer: the hash of its transaction on the chain, and the address. */
  readonly hash: string | null;
  readonly address: string | null;
  readonly note: string | null;
  readonly acquiredAt: Instant | null;
  readonly lots: readonly LotPick[] | null;
  readonly isDateAssumed: boolean;
  /** What the file says is held of a coin after this. */
  readonly balances: readonly { readonly ticker: string; readonly amount: DecimalText }[];
  /** Lines of the file, ascending; the first line is 1. */
  readonly lines: readonly number[];
}

export interface RowProblem {
  readonly line: number | null;
  readonly message: string;
  /** The row, shortened; null where it was read all the same. */
  readonly text: string | null;
}

/** Takes drafts one by one, once it is known which format's they are. */
export type OpenDrafts = (format: ImportFormat) => (draft: Draft) => void;

/** What a file came to. */
export interface ReadFile {
  readonly format: ImportFormat;
  /** Which of the format's files it is, such as `trades`. */
  readonly layout: string;
  /** Rows of data. */
  readonly rows: number;
  readonly drafts: readonly Draft[];
  readonly problems: readonly RowProblem[];
  /** Rows without a coin, and moves within the exchange. */
  readonly ignored: number;
  /** A date that can be read day first or month first, where no row says which; the drafts have `monthFirst`. */
  readonly openDate: string | null;
}

export interface ReadOptions {
  readonly fileName: string;
  /** Null: found by the columns. */
  readonly format: ImportFormat | null;
  /** For times without one. */
  readonly timeZone: string | null;
  readonly mapping: GenericMapping | null;
}
