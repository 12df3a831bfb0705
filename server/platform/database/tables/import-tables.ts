/** A file that was read: what it came to, and what its user answered. */
export interface ImportTable {
  id: string;
  portfolio_id: string;
  format: string;
  /** Which of the format's files it is. */
  layout: string;
  file_name: string;
  /** `reading`, `questions`, `ready`, `empty` or `applied`. */
  state: string;
  /** Of what was read: equal for files that say the same. */
  digest: string;
  /** The wallet of rows that name none; null: one named after the exchange. */
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
  /** JSON: the coins that its tickers are. */
  coins: string;
  /** JSON: answers by the keys of questions. */
  answers: string;
  /** JSON: keys of rows that stay out of the ledger. */
  left_out: string;
  /** What `apply` answered; null before. */
  added: number | null;
  known: number | null;
  created_at: number;
  applied_at: number | null;
  /** The owner's revision when it was added. Orders imports of the same millisecond. */
  ordinal: number;
}

/** What was read of a file, in parts: JSON, compressed, as base64. */
export interface ImportPartTable {
  import_id: string;
  part: number;
  body: string;
}

/** The wallets that files name. `is_made`: an import made it. */
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

/** Which coin a user said that an exchange's ticker is. */
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
