import type { TaxBasis, TaxCountry } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import type { Valuer } from '../../ledger/engine/expand-entry.ts';
import type { TaxYear } from './tax-year.ts';

/** What a country's rules are applied to. */
export interface TaxCase {
  readonly country: TaxCountry;
  readonly year: TaxYear;
  readonly currency: string;
  readonly basis: TaxBasis;
  readonly settings: MethodChoice;
  /** The portfolio's own. */
  readonly own: readonly LedgerEntry[];
  /** With those of the other portfolios that were asked for; the same list where there are none. */
  readonly entries: readonly LedgerEntry[];
  readonly valuer: Valuer;
  readonly now: Instant;
}
