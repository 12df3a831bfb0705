import type { TaxBasis, TaxCountry } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import type { ReadCoinNames } from '../../ledger/figures/coin-names.ts';

/** The parameters of a report, as values that can be passed to a worker thread. */
export interface ReportQuery {
  readonly country: TaxCountry;
  readonly year: number;
  readonly timeZone: string | null;
  readonly basis: TaxBasis;
  readonly currency: string;
  readonly settings: MethodChoice;
  /** The requested portfolio comes first. */
  readonly portfolios: readonly { readonly id: string; readonly name: string }[];
  /** By the wallet ids used in the calculation's entries. */
  readonly walletNames: ReadonlyMap<string, string>;
  readonly otherPortfolios: number;
  readonly now: Instant;
  readonly format: 'json' | 'csv';
}

/** The reads that a calculation needs. */
export interface ReportReads extends PastPrices {
  readonly readChanges: LedgerSource['readChanges'];
  readonly readNames: ReadCoinNames;
}
