import { type Generated, type SqlBool, sql } from 'kysely';
import type { Method, Scope } from '#contract/ledger/settings.ts';
import type { IncomeKind, Transaction, TransactionType } from '#contract/ledger/transaction.ts';
import type { walletKinds } from '#contract/ledger/wallets.ts';

/** `name_key`: the name in lower case, unique within a portfolio. `Main` and `Elsewhere` have no rows. */
export interface WalletTable {
  id: string;
  portfolio_id: string;
  name: string;
  name_key: string;
  kind: (typeof walletKinds)[number];
}

/** A portfolio's ledger columns. */
export interface LedgerColumns {
  method: Generated<Method>;
  cost_scope: Generated<Scope>;
  /** The currency of figures. */
  currency: Generated<string>;
  /** Increases with each change of the portfolio's transactions. */
  ledger_revision: Generated<number>;
  /** The highest revision of a deleted transaction whose row has been purged. */
  purged_revision: Generated<number>;
  /** Excluding deleted ones. */
  transaction_count: Generated<number>;
}

/**
 * Amounts are decimal text, as the user wrote them. A leg has a coin or a currency; a leg without an amount is absent.
 */
export interface TransactionTable {
  /** A UUID v7; for an opening that used to be a holding, the holding's id. */
  id: string;
  portfolio_id: string;
  type: TransactionType;
  kind: IncomeKind | null;
  occurred_at: number;
  in_coin: string | null;
  in_symbol: string | null;
  in_name: string | null;
  in_currency: string | null;
  in_amount: string | null;
  out_coin: string | null;
  out_symbol: string | null;
  out_name: string | null;
  out_currency: string | null;
  out_amount: string | null;
  fee_coin: string | null;
  fee_symbol: string | null;
  fee_name: string | null;
  fee_currency: string | null;
  fee_amount: string | null;
  value_currency: string | null;
  value_amount: string | null;
  /** For an opening: the price of one coin as the user wrote it. `out_amount` is its product with the amount. */
  unit_price: string | null;
  wallet: string;
  to_wallet: string | null;
  /** JSON. */
  lots: string | null;
  note: string | null;
  source: Transaction['source'];
  import_id: string | null;
  external_id: string | null;
  acquired_at: number | null;
  is_date_assumed: number;
  created_at: number;
  updated_at: number;
  /** The owner's revision when it was added. Orders rows of the same millisecond. */
  ordinal: number;
  /** Together with the next column, orders the ledger within one instant. */
  type_rank: number;
  /** `0` plus the parsed contents of a file's row, or `1` for a manual entry. */
  row_key: string;
  /** The ledger's revision when it was last changed. */
  revision: number;
  /** Null if it is not deleted. */
  deleted_at: number | null;
}

/**
 * True for every transaction. Without a condition on the date, SQLite uses the index of revisions and looks up each row
 * of the portfolio, which blocks other calls for a tenth of a second; the index of the ledger's order contains all
 * columns the query needs.
 */
export const isDated = sql<SqlBool>`occurred_at >= ${sql.lit(-8.64e15)}`;
