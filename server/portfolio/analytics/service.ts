import type { HistoryDays } from '#contract/market.ts';
import { getPlan, type Tier } from '#contract/plans.ts';
import type { ValuedHolding } from '#contract/portfolio.ts';
import type { MissingReason, PortfolioAnalytics, PortfolioPast } from '#contract/portfolio-analytics.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { writeHoldingsCsv } from '../holdings/holdings-csv.ts';
import type { PerformanceService } from '../valuation/service.ts';
import { valueDaily } from './daily-values.ts';
import { findGains } from './gains.ts';
import { describePast } from './past.ts';
import { createGetPriceLines } from './price-lines.ts';
import { measureSpread, shareWithout } from './spread.ts';

interface PlanUser {
  readonly id: string;
  readonly tier: Tier;
}

/** Features of higher plans. Throws `plan_required`, `not_found`. */
export interface AnalyticsService {
  /** A portfolio's figures. Those on the past reach back as far as the plan allows. */
  getAnalytics(user: PlanUser, portfolioId: string): Promise<PortfolioAnalytics>;
  /** A portfolio's holdings with their market values, as CSV. */
  exportCsv(user: PlanUser, portfolioId: string): Promise<string>;
}

export function createAnalyticsService(deps: {
  performance: Pick<PerformanceService, 'getPerformance'>;
  market: Pick<MarketService, 'snapshot' | 'getHistory'>;
}): AnalyticsService {
  const { performance, market } = deps;
  const getPast = createGetPast(market);
  return {
    async getAnalytics(user, portfolioId) {
      const refusal = refuseFeature(user.tier, 'portfolioAnalytics');
      if (refusal) throw refusal;
      const { source, asOf, holdings } = await performance.getPerformance(user.id, portfolioId);
      const counted = holdings.filter(({ priceState }) => priceState === 'live');
      const absent = holdings.length === 0 ? 'no_holdings' : counted.length === 0 ? 'no_price' : null;
      const gains = findGains(counted);
      const spread = measureSpread(counted);
      const past = absent ?? (await getPast(counted, getPlan(user.tier).historyDays ?? 'max'));
      return {
        portfolioId,
        source,
        asOf,
        leftOut: holdings.filter(({ priceState }) => priceState !== 'live').map(describeLeftOut),
        gains,
        spread,
        past: typeof past === 'string' ? null : past,
        missing: {
          gains: gains ? null : (absent ?? 'no_cost'),
          spread: spread ? null : (absent ?? (counted.some(isBelowZero) ? 'negative_balance' : 'no_price')),
          past: typeof past === 'string' ? past : null,
        },
      };
    },

    async exportCsv(user, portfolioId) {
      const refusal = refuseFeature(user.tier, 'csvExport');
      if (refusal) throw refusal;
      return writeHoldingsCsv(await performance.getPerformance(user.id, portfolioId));
    },
  };
}

const isBelowZero = ({ value }: ValuedHolding) => value?.startsWith('-') ?? false;

function describeLeftOut({ id: holdingId, coinId, symbol, name, priceState }: ValuedHolding) {
  return { holdingId, coinId, symbol, name, priceState };
}

/** The past figures of holdings that have a price, or the reason why there are none. */
function createGetPast(market: Pick<MarketService, 'snapshot' | 'getHistory'>) {
  const getLines = createGetPriceLines(market);
  return async (
    holdings: readonly ValuedHolding[],
    days: HistoryDays,
  ): Promise<PortfolioPast | MissingReason> => {
    try {
      const { lines, leftOut } = await getLines(holdings, days);
      // Drop the last point of each line, which is the current price rather than the start of a day.
      const past = describePast(
        await valueDaily(lines.map(({ amount, points }) => ({ amount, points: points.slice(0, -1) }))),
      );
      return past ? { ...past, leftOut, sharePercent: shareWithout(leftOut, holdings) } : 'few_days';
    } catch (error) {
      if (error instanceof AppError && error.code === 'market_unavailable') return 'no_history';
      throw error;
    }
  };
}
