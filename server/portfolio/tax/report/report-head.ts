import type { CoinId } from '#contract/units.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';

/** What formatting a report needs besides its lines. */
export interface ReportHead {
  readonly portfolioId: string;
  readonly currency: string;
  readonly isOnePortfolio: boolean;
  readonly nameOf: (coinId: CoinId) => CoinNames;
  /** Falls back to the id for a wallet that no longer has a name. */
  readonly walletNameOf: (walletId: string) => string;
}
