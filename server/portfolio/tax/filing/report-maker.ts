import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TaxReportChoice } from '#contract/tax.ts';
import type { PastValues } from '../../ledger/calculator/past-values.ts';

export interface ReportRequest {
  readonly userId: string;
  readonly portfolioId: string;
  readonly choice: TaxReportChoice;
  readonly settings?: LedgerSettings;
  readonly past?: PastValues;
}

export interface ReportMaker {
  makeText(request: ReportRequest, format: 'json' | 'csv'): Promise<string>;
}
