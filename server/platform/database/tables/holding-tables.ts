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

export interface PortfolioTable {
  id: string;
  user_id: string;
  name: string;
  created_at: number;
  ordinal: number;
}

/** Amount and price are decimal text, as the user wrote them. */
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
