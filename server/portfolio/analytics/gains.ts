import type { ValuedHolding } from '#contract/portfolio.ts';
import type { HoldingGain, PortfolioGains } from '#contract/portfolio-analytics.ts';
import { Exact } from '../valuation/exact.ts';

/** A holding with its profit or loss. */
interface Gained {
  readonly gain: HoldingGain;
  readonly percent: Exact;
  readonly amount: Exact;
}

/**
 * The best and worst holding: by P&L ÷ invested in percent, and by P&L in US dollars. Holdings of which any part has no
 * known cost are counted separately, because all of that part would be profit. Of equals, the first wins. Null if no
 * holding has both a price and a known cost.
 */
export function findGains(holdings: readonly ValuedHolding[]): PortfolioGains | null {
  const gained = holdings.map(toGained).filter((one) => one !== null);
  const [first] = gained;
  if (!first) return null;
  const findBest = (isAhead: (a: Gained, b: Gained) => boolean) =>
    gained.reduce((best, one) => (isAhead(one, best) ? one : best), first).gain;
  return {
    counted: gained.length,
    withoutCost: holdings.filter((holding) => !isCostKnown(holding)).length,
    bestByPercent: findBest((a, b) => a.percent.gt(b.percent)),
    worstByPercent: findBest((a, b) => a.percent.lt(b.percent)),
    bestByAmount: findBest((a, b) => a.amount.gt(b.amount)),
    worstByAmount: findBest((a, b) => a.amount.lt(b.amount)),
  };
}

const isCostKnown = ({ hasCost, amountWithoutCost }: ValuedHolding) => hasCost && amountWithoutCost === '0';

function toGained(holding: ValuedHolding): Gained | null {
  const { id: holdingId, coinId, symbol, name, pnl, pnlPercent } = holding;
  if (!isCostKnown(holding) || pnl === null || pnlPercent === null) return null;
  const gain = { holdingId, coinId, symbol, name, pnl, pnlPercent };
  return { gain, percent: new Exact(pnlPercent), amount: new Exact(pnl) };
}
