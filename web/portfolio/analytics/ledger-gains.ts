import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { HoldingGain, PortfolioGains } from '#contract/portfolio-analytics.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';
import { percentOf } from '../overview/read-totals.ts';

/**
 * The best and worst coins by value less cost, in the ledger's currency. As in the analytics, which are in US dollars,
 * only coins with a live price are compared, those of which any part has no known cost are counted separately, the
 * percentage is 0 if nothing was paid, and of equals the first wins. Null if no coin has both a live price and a known cost.
 */
export function findLedgerGains({ holdings }: Pick<LedgerHoldings, 'holdings'>): PortfolioGains | null {
  const counted = holdings.filter(({ priceState }) => priceState === 'live');
  const gained = counted.flatMap((holding) => toGain(holding) ?? []);
  const [first] = gained;
  if (!first) return null;
  const findBest = (figure: 'pnl' | 'pnlPercent', order: 1 | -1) =>
    gained.reduce(
      (best, one) => (compareDecimals(one[figure], best[figure]) * order > 0 ? one : best),
      first,
    );
  return {
    counted: gained.length,
    withoutCost: counted.length - gained.length,
    bestByPercent: findBest('pnlPercent', 1),
    worstByPercent: findBest('pnlPercent', -1),
    bestByAmount: findBest('pnl', 1),
    worstByAmount: findBest('pnl', -1),
  };
}

function toGain(holding: LedgerHolding): HoldingGain | null {
  const { coinId, symbol, name, value, costBasis, averageCost, unrealized } = holding;
  if (value === null || costBasis === null || averageCost === null || unrealized === null) return null;
  const pnl = sumDecimals([value, `-${costBasis}`]);
  // Otherwise the cost is not that of all coins held.
  if (compareDecimals(pnl, unrealized) !== 0) return null;
  return { holdingId: coinId, coinId, symbol, name, pnl, pnlPercent: percentOf(pnl, costBasis) ?? '0' };
}
