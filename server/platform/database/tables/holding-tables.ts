import type { LedgerColumns } from './ledger-tables.ts';

/** A coin on a user's watchlist. */
export interface WatchlistItemTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  added_at: number;
  /** The owner's revision when it was added. Orders items of the same millisecond. */
  ordinal: number;
}

export interface PortfolioTable extends LedgerColumns {
  id: string;
  user_id: string;
  name: string;
  created_at: number;
  ordinal: number;
}
