/** The price of a coin at the end of a day (UTC), as one source has it. */
export interface DailyCloseTable {
  coin_id: string;
  /** Days since 1970-01-01. */
  day: number;
  /** `coingecko`: its history; `own`: the last quote accepted that day; `import`. */
  source: string;
  /** US dollars, decimal text. */
  price: string;
  /** The instant that it is the price of. */
  at: number;
  /** 1: a figure stands on it, so it is preferred from now on. */
  is_used: number;
}

/** Coins whose daily history was asked of the provider, or is to be. */
export interface CloseRequestTable {
  coin_id: string;
  /** Null: nothing is waiting. */
  requested_at: number | null;
  due_at: number;
  failures: number;
  /** When the provider last gave its history, or said that there is none. */
  answered_at: number | null;
}

/** Units of a currency a US dollar on a day (UTC), as one source has it. */
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
