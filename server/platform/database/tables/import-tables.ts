import type { Generated } from 'kysely';

/** An imported file: the result of reading it, and its user's answers. */
export interface ImportTable {
  id: string;
  portfolio_id: string;
  format: string;
  /** Which of the format's file layouts it has. */
  layout: string;
  file_name: string;
  /** `reading`, `questions`, `ready`, `empty` or `applied`. */
  state: string;
  /** A digest of its contents: equal for files with the same data. */
  digest: string;
  /** The wallet of rows that name none; null for one named after the exchange. */
  wallet: string | null;
  rows: number;
  ignored: number;
  from_at: number | null;
  to_at: number | null;
  /** A date that can be read in two ways. */
  open_date: string | null;
  new_count: number;
  known_count: number;
  question_count: number;
  problem_count: number;
  /** JSON. */
  problems: string;
  /** JSON: the coins that its tickers stand for. */
  coins: string;
  /** JSON: answers by question key. */
  answers: string;
  /** JSON: keys of rows excluded from the ledger. */
  left_out: string;
  /** JSON: balances stated in the file that its rows do not explain. */
  checkpoints: string;
  /** The response of `apply`; null before. */
  added: number | null;
  known: number | null;
  created_at: number;
  applied_at: number | null;
  /** The owner's revision when it was added. Orders imports of the same millisecond. */
  ordinal: number;
}

/** Parsed rows of a file, in parts: JSON, compressed, as base64. */
export interface ImportPartTable {
  import_id: string;
  part: number;
  body: string;
}

/** The wallets named in files. `is_made`: an import created it. */
export interface ImportWalletTable {
  portfolio_id: string;
  /** In lower case. */
  name_key: string;
  wallet_id: string;
  is_made: number;
}

/** Transfers joined from two rows, by the keys of both. */
export interface ImportJoinTable {
  portfolio_id: string;
  out_key: string;
  in_key: string;
}

/**
 * After this many attempts to compare them, the files of a merged portfolio are reported as not comparable. An attempt is
 * counted before it begins, because it may end the process.
 */
export const maxMergeAttempts = 5;

/** A portfolio that has files of two accounts which have not been compared with each other yet. */
export interface MergedPortfolioTable {
  portfolio_id: string;
  /** The ledger revision of the rows that were moved into it. */
  revision: number;
  /** When to compare them; after each attempt, when to try again. */
  due_at: Generated<number>;
  /** How many comparisons were begun. */
  attempts: Generated<number>;
}

/** The coin a user chose for an exchange's ticker. */
export interface CoinAnswerTable {
  user_id: string;
  exchange: string;
  ticker: string;
  coin_id: string;
}

/** All coins that a market lists, with symbols and names: JSON. */
export interface CoinListTable {
  source: string;
  as_of: number;
  body: string;
}
