import type { TaxCountry } from '#contract/tax/choice.ts';

/** A filed tax report. Never updated, except when it changes owner. Bytes are compressed with brotli. */
export interface TaxReportTable {
  id: string;
  user_id: string;
  /** Null if the portfolio is deleted. */
  portfolio_id: string | null;
  country: TaxCountry;
  year: number;
  filed_at: number;
  /** Hex digest of the JSON before compression. */
  sha256: string;
  engine: string;
  /** JSON: the request, and the portfolio's settings at that time. */
  request: string;
  /** JSON. */
  totals: string;
  json: Uint8Array;
  csv: Uint8Array;
  pdf: Uint8Array;
  /** The transactions at that time, one JSON object per line. */
  ledger: Uint8Array;
  /** JSON: the prices and rates used. */
  past_values: Uint8Array;
}
