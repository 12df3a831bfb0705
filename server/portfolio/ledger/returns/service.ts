import type { z } from 'zod';
import type { PortfolioReturns, returnsQuerySchema, ValueLine } from '#contract/ledger/returns.ts';
import type { Tier } from '#contract/plans.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { CheckCurrency } from '../calculator/check-currency.ts';
import type { LedgerCalculator, SpanQuery } from '../calculator/ledger-query.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';

type ReturnsQuery = z.output<typeof returnsQuerySchema>;

interface PlanUser {
  readonly id: string;
  readonly tier: Tier;
}

/**
 * Returns of a portfolio, and its value day by day. Both throw `not_found` if the user has no such portfolio, and
 * `invalid_request` for an impossible span or a currency without rates.
 */
export interface ReturnsService {
  /** Throws `plan_required`. */
  getReturns(user: PlanUser, portfolioId: string, query: ReturnsQuery): Promise<PortfolioReturns>;
  getValueLine(userId: string, portfolioId: string, query: ReturnsQuery): Promise<ValueLine>;
}

export function createReturnsService(deps: {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly calculator: Pick<LedgerCalculator, 'calculateReturns' | 'listValues'>;
  readonly checkCurrency: CheckCurrency;
  readonly clock: Clock;
}): ReturnsService {
  const { source, calculator, checkCurrency, clock } = deps;

  async function toQuery(userId: string, portfolioId: string, query: ReturnsQuery): Promise<SpanQuery> {
    const head = await source.findHead(userId, portfolioId);
    if (!head) throw noPortfolio();
    await checkCurrency(query.currency, head.settings.currency);
    const now = clock.now();
    const to = Math.min(query.to === undefined ? now : Date.parse(query.to), now);
    const from = query.from === undefined ? null : Date.parse(query.from);
    if (from !== null && from >= to) throw refuseSpan();
    const { revision, size, settings } = head;
    const currency = query.currency ?? settings.currency.toUpperCase();
    const isNow = query.to === undefined;
    return { portfolioId, accountId: userId, revision, size, currency, from, to, isNow };
  }

  return {
    async getReturns(user, portfolioId, query) {
      const refusal = refuseFeature(user.tier, 'ledgerInsight');
      if (refusal) throw refusal;
      return calculator.calculateReturns(await toQuery(user.id, portfolioId, query));
    },

    async getValueLine(userId, portfolioId, query) {
      return calculator.listValues(await toQuery(userId, portfolioId, query));
    },
  };
}

function refuseSpan(): AppError {
  return new AppError('invalid_request', 'The span ends before it starts.', {
    issues: [{ path: 'from', message: 'Must be before the end of the span' }],
  });
}
