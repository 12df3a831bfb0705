import type { CoinId } from '#contract/units.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';

/** What a report says of where it comes from. */
export interface ReportHead {
  readonly portfolioId: string;
  readonly currency: string;
  readonly isOnePortfolio: boolean;
  readonly nameOf: (coinId: CoinId) => CoinNames;
  /** The id where it has no name any more. */
  readonly walletNameOf: (walletId: string) => string;
}
