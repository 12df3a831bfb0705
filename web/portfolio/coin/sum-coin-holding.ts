import type { PortfolioPerformance } from '#contract/portfolio.ts';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** All the user holds of one coin, over all portfolios. Money is US dollars. */
export interface CoinHolding {
  readonly amount: DecimalText;
  /** Null while there is no price. */
  readonly value: DecimalText | null;
  /** Of the part whose cost is recorded; null: of none. */
  readonly averageCost: number | null;
  /** Of the part whose cost is recorded; null: unknown. */
  readonly unrealized: DecimalText | null;
}

/** Adds up the holdings of a coin; null: there are none. */
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
  const bought = Number(sumDecimals(paid.map(({ amount }) => amount)));
  return {
    amount: sumDecimals(holdings.map(({ amount }) => amount)),
    value: isKnown(values) ? sumDecimals(values) : null,
    averageCost: bought > 0 ? Number(sumDecimals(paid.map(({ invested }) => invested))) / bought : null,
    unrealized: paid.length > 0 && isKnown(profits) ? sumDecimals(profits) : null,
  };
}

const isKnown = (figures: readonly (string | null)[]): figures is string[] =>
  figures.every((figure) => figure !== null);
