import type { Generated } from 'kysely';

/** The closes of a coin over 80 days: one per day, from the best source. */
export interface CloseBlockTable {
  coin_id: string;
  /** Days since 1970-01-01, divided by 80. */
  block: number;
  /** See `close-block.ts`. */
  closes: Uint8Array;
}

/** Closes of the current block. Rows are only added, until the whole block is written in one go. */
export interface RecentCloseTable {
  id: Generated<number>;
  block: number;
  /** The row has coins with ids from `first_coin` to `last_coin`. */
  first_coin: string;
  last_coin: string;
  /** See `recent-row.ts`. */
  closes: Uint8Array;
}

/** Closes that a ledger's figure is based on: preferred there, whatever the archive gets later. */
export interface PinnedCloseTable {
  coin_id: string;
  /** Days since 1970-01-01. */
  day: number;
  /** `own`, or the name of an import. */
  source: string;
  /** US dollars, decimal text. */
  price: string;
  /** The instant the price belongs to. */
  at: number;
}

/** Coins whose daily history was requested from the provider, or is to be. */
export interface CloseRequestTable {
  coin_id: string;
  /** Null if nothing is waiting. */
  requested_at: number | null;
  due_at: number;
  failures: number;
  /** When the provider last returned its history, or reported that there is none. */
  answered_at: number | null;
}

/** Units of a currency per US dollar on a UTC day, from one source. */
export interface DailyRateTable {
  /** Lower case. */
  currency: string;
  /** Days since 1970-01-01. */
  day: number;
  /** `coingecko`, `simulated` or `ecb`. */
  source: string;
  /** Decimal text. */
  rate: string;
  at: number;
}
