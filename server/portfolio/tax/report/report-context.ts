import type { TaxCountry } from '#contract/tax/choice.ts';
import type { CoinId } from '#contract/units.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';
import type { TaxYear } from './tax-year.ts';

/** What formatting a report needs besides its lines. */
export interface ReportContext {
  readonly portfolioId: string;
  readonly currency: string;
  readonly country: TaxCountry;
  readonly year: TaxYear;
  /** The other portfolios in the calculation. */
  readonly otherIds: readonly string[];
  readonly nameOf: (coinId: CoinId) => CoinNames;
  /** Falls back to the id for a wallet that no longer has a name. */
  readonly walletNameOf: (walletId: string) => string;
}
