import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TaxReport, TaxReportChoice } from '#contract/tax.ts';
import type { PastValues } from '../../ledger/calculator/past-values.ts';

export interface ReportRequest {
  readonly userId: string;
  readonly portfolioId: string;
  readonly choice: TaxReportChoice;
  /** The portfolio's by default. */
  readonly settings?: LedgerSettings;
  /** Where prices and rates are read. */
  readonly past: PastValues;
}

/** Makes reports, whatever the user's plan. */
export interface ReportMaker {
  /** Throws `not_found`. */
  makeReport(request: ReportRequest): Promise<TaxReport>;
  writeCsv(report: TaxReport): string;
}
