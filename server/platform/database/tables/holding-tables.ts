/** A coin that a user follows. */
export interface WatchlistItemTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  added_at: number;
  /** The owner's revision when it was added: orders what was added in the same millisecond. */
  ordinal: number;
}

export interface PortfolioTable {
  id: string;
  user_id: string;
  name: string;
  created_at: number;
  ordinal: number;
}

/** Decimals as they were written. */
export interface HoldingTable {
  id: string;
  portfolio_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  amount: string;
  purchase_price: string | null;
  created_at: number;
  ordinal: number;
}
