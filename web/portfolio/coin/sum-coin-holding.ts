import type { PortfolioPerformance } from '#contract/portfolio.ts';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { divideDecimals, sumDecimals } from '../decimal-sum.ts';

/** The user's holding of one coin across all portfolios. Money is in US dollars. */
export interface CoinHolding {
  readonly amount: DecimalText;
  /** Null if there is no price. */
  readonly value: DecimalText | null;
  /** Of the part with a recorded cost, rounded half-even to 18 places. Null if no cost is recorded. */
  readonly averageCost: DecimalText | null;
  /** Of the part with a recorded cost. Null if no cost is recorded or a price is missing. */
  readonly unrealized: DecimalText | null;
}

/** Adds up the holdings of a coin. Null if there are none. */
export function sumCoinHolding(
  portfolios: readonly Pick<PortfolioPerformance, 'holdings'>[],
  coinId: CoinId,
): CoinHolding | null {
  const holdings = portfolios
    .flatMap((portfolio) => portfolio.holdings)
    .filter((held) => held.coinId === coinId);
  if (holdings.length === 0) return null;
  const paid = holdings.filter(({ hasCost }) => hasCost);
  const values = holdings.map(({ value }) => value);
  const profits = paid.map(({ pnl }) => pnl);
  const bought = sumDecimals(paid.map(({ amount }) => amount));
  const cost = sumDecimals(paid.map(({ invested }) => invested));
  return {
    amount: sumDecimals(holdings.map(({ amount }) => amount)),
    value: isKnown(values) ? sumDecimals(values) : null,
    averageCost: divideDecimals(cost, bought),
    unrealized: paid.length > 0 && isKnown(profits) ? sumDecimals(profits) : null,
  };
}

const isKnown = (figures: readonly (string | null)[]): figures is string[] =>
  figures.every((figure) => figure !== null);
