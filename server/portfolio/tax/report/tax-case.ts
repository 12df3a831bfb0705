import type { TaxBasis, TaxCountry } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import type { Valuer } from '../../ledger/engine/expand-entry.ts';
import type { TaxYear } from './tax-year.ts';

/** The input to a country's rules. */
export interface TaxCase {
  readonly country: TaxCountry;
  readonly year: TaxYear;
  readonly currency: string;
  readonly basis: TaxBasis;
  readonly settings: MethodChoice;
  /** The entries of the portfolio itself. */
  readonly own: readonly LedgerEntry[];
  /** Including the requested other portfolios; the same list as `own` if there are none. */
  readonly entries: readonly LedgerEntry[];
  readonly valuer: Valuer;
  readonly now: Instant;
}
