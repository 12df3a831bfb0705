import type { HistoryDays } from '#contract/market.ts';
import type { Tier } from '#contract/plans.ts';
import type { PortfolioHistory, PortfolioPerformance } from '#contract/portfolio.ts';
import { refuseHistory } from '#server/billing/service.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createGetPriceLines } from '../analytics/price-lines.ts';
import { valueOverTime } from '../analytics/value-over-time.ts';
import type { Position } from '../holdings/position.ts';
import { valueHoldings } from './performance.ts';
import { createPrices } from './prices.ts';

export interface PerformanceService {
  /** A portfolio's current market value. Throws `not_found`. */
  getPerformance(userId: string, portfolioId: string): Promise<PortfolioPerformance>;
  /** The past value of today's holdings. Throws `not_found`, `plan_required`, `market_unavailable`. */
  getHistory(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
    days: HistoryDays,
  ): Promise<PortfolioHistory>;
}

export function createPerformanceService(deps: {
  listPositions: (userId: string, portfolioId: string) => Promise<Position[]>;
  market: MarketService;
  clock: Clock;
}): PerformanceService {
  const { listPositions, market, clock } = deps;
  const getPrices = createPrices(market, clock);
  const getLines = createGetPriceLines(market);

  async function getPerformance(userId: string, portfolioId: string): Promise<PortfolioPerformance> {
    const holdings = await listPositions(userId, portfolioId);
    // Read first, to match the snapshot of the prices: a newer one may arrive while other coins are requested.
    const { source, state, asOf } = market.status();
    const prices = await getPrices(holdings.map(({ coinId }) => coinId));
    return { portfolioId, source, state, asOf, ...valueHoldings(holdings, prices) };
  }

  return {
    getPerformance,

    async getHistory(user, portfolioId, days) {
      const refusal = refuseHistory(user.tier, days);
      if (refusal) throw refusal;
      const { source, holdings } = await getPerformance(user.id, portfolioId);
      const { lines, leftOut } = await getLines(holdings, days);
      return { source, values: valueOverTime(lines), leftOut };
    },
  };
}
