import type { TaxCountry } from '#contract/tax/choice.ts';

/** A filed tax report. It is never updated, but for whose it is. Bytes are compressed with brotli. */
export interface TaxReportTable {
  id: string;
  user_id: string;
  /** Null: the portfolio is deleted. */
  portfolio_id: string | null;
  country: TaxCountry;
  year: number;
  filed_at: number;
  /** Of the JSON before it was compressed, in hexadecimal. */
  sha256: string;
  engine: string;
  /** JSON: what it was asked for with, and the portfolio's settings then. */
  request: string;
  /** JSON. */
  totals: string;
  json: Uint8Array;
  csv: Uint8Array;
  pdf: Uint8Array;
  /** The transactions then, a line of JSON each. */
  ledger: Uint8Array;
  /** JSON: the prices and rates that it used. */
  past_values: Uint8Array;
}
