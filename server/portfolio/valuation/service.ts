import type { HistoryDays } from '#contract/market.ts';
import type { Tier } from '#contract/plans.ts';
import type { PortfolioHistory, PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { refuseHistory } from '#server/billing/service.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createGetPriceLines, type OwnedCoin } from '../analytics/price-lines.ts';
import { valueOverTime } from '../analytics/value-over-time.ts';
import type { Position } from '../holdings/position.ts';
import type { BalanceStepsByCoin, LedgerCalculator } from '../ledger/calculator/ledger-query.ts';
import type { LedgerSource } from '../ledger/calculator/ledger-source.ts';
import { createHoldingPrices } from './holding-prices.ts';
import { valueHoldingsInSteps } from './performance.ts';

export interface PerformanceService {
  /** A portfolio's current market value. Throws `not_found`. */
  getPerformance(userId: string, portfolioId: string): Promise<PortfolioPerformance>;
  /** The past value of the holdings. Throws `not_found`, `plan_required`, `market_unavailable`. */
  getHistory(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
    days: HistoryDays,
  ): Promise<PortfolioHistory>;
}

export function createPerformanceService(deps: {
  listPositions: (userId: string, portfolioId: string) => Promise<Position[]>;
  source: Pick<LedgerSource, 'findHead'>;
  calculator: Pick<LedgerCalculator, 'listBalances'>;
  market: MarketService;
  clock: Clock;
}): PerformanceService {
  const { listPositions, market, clock } = deps;
  const getPrices = createHoldingPrices(market, clock);
  const getLines = createGetPriceLines(market);

  async function getPerformance(userId: string, portfolioId: string): Promise<PortfolioPerformance> {
    const holdings = await listPositions(userId, portfolioId);
    // Read the status first, so that it matches the snapshot of the prices: a newer one may arrive during requests.
    const { source, state, asOf } = market.status();
    const prices = await getPrices(holdings.map(({ coinId }) => coinId));
    return { portfolioId, source, state, asOf, ...(await valueHoldingsInSteps(holdings, prices)) };
  }

  return {
    getPerformance,

    async getHistory(user, portfolioId, days) {
      const refusal = refuseHistory(user.tier, days);
      if (refusal) throw refusal;
      const { source, holdings } = await getPerformance(user.id, portfolioId);
      const steps = await readSteps(user.id, portfolioId);
      const { lines, leftOut } = await getLines([...holdings, ...(await listFormer(holdings, steps))], days);
      const held = lines.map((line) => ({ ...line, steps: steps.get(line.coinId) }));
      return { source, values: valueOverTime(held), leftOut };
    },
  };

  async function readSteps(userId: string, portfolioId: string): Promise<BalanceStepsByCoin> {
    const head = await deps.source.findHead(userId, portfolioId);
    if (!head) return new Map();
    return deps.calculator.listBalances({ portfolioId, revision: head.revision, size: head.size });
  }

  /** Coins that are no longer held. */
  async function listFormer(
    holdings: readonly ValuedHolding[],
    steps: BalanceStepsByCoin,
  ): Promise<OwnedCoin[]> {
    const known = new Set(holdings.map(({ coinId }) => coinId));
    const former = [...steps.keys()].filter((coinId) => !known.has(coinId));
    if (former.length === 0) return [];
    const prices = await getPrices(former);
    const rows = new Map(market.snapshot()?.coins.map((coin) => [coin.id, coin]));
    return former.map((coinId) => {
      const { symbol, name } = rows.get(coinId) ?? { symbol: coinId, name: coinId };
      const price = prices.get(coinId)?.price ?? null;
      return { coinId, symbol, name, amount: '0', price: price === null ? null : String(price) };
    });
  }
}
