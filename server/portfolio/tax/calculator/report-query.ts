import type { TaxBasis, TaxCountry } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import type { ReadCoinNames } from '../../ledger/figures/coin-names.ts';

/** What is asked of a calculation, in values that cross to a thread. */
export interface ReportQuery {
  readonly country: TaxCountry;
  readonly year: number;
  readonly timeZone: string | null;
  readonly basis: TaxBasis;
  readonly currency: string;
  readonly settings: MethodChoice;
  /** The portfolio itself first. */
  readonly portfolios: readonly { readonly id: string; readonly name: string }[];
  /** Names of wallets by the ids that entries have in the calculation. */
  readonly walletNames: ReadonlyMap<string, string>;
  readonly otherPortfolios: number;
  readonly now: Instant;
  readonly format: 'json' | 'csv';
}

/** What a calculation reads. */
export interface ReportReads extends PastPrices {
  readonly readChanges: LedgerSource['readChanges'];
  readonly readNames: ReadCoinNames;
}
