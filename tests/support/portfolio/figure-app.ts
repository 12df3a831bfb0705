import type { Tier } from '#contract/plans.ts';
import { AppError } from '../../../server/platform/http/app-error.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { createCheckCurrency } from '../../../server/portfolio/ledger/calculator/check-currency.ts';
import { createInlineCalculator } from '../../../server/portfolio/ledger/calculator/inline-calculator.ts';
import type { LedgerCalculator } from '../../../server/portfolio/ledger/calculator/ledger-query.ts';
import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import { createReadCoinPrices } from '../../../server/portfolio/ledger/figures/coin-prices.ts';
import { registerFigureRoutes } from '../../../server/portfolio/ledger/figures/routes.ts';
import { createFigureService } from '../../../server/portfolio/ledger/figures/service.ts';
import { createHoldingPrices } from '../../../server/portfolio/valuation/holding-prices.ts';
import { createBareApp } from '../bare-app.ts';
import { FakeMarket, fakeNow } from '../market/fake-market.ts';
import { FakePastValues, MemoryLedger } from './memory-ledger.ts';

/** The API calls for ledger figures, over a ledger in memory. */
export function createFigureApp(
  entries: readonly LedgerEntry[] = [],
  makeCalculator = createInlineCalculator as (
    parts: Parameters<typeof createInlineCalculator>[0],
  ) => LedgerCalculator,
) {
  const ledger = new MemoryLedger(entries);
  const past = new FakePastValues();
  const market = new FakeMarket();
  const clock = { time: fakeNow, now: () => clock.time };
  const user = { id: ledger.userId, tier: 'free' as Tier };
  const app = createBareApp();
  const gate = createUserGate(async ({ headers }) => {
    if (headers.authorization !== 'yes') throw new AppError('unauthorized', 'Sign in first.');
    return { ...user, email: 'ada@example.com', verified: true, sessionId: 'session', provedAt: null };
  });
  /** The entry that a preview's body stands for, by its note. */
  const drafts = new Map<string, LedgerEntry>();
  const figures = createFigureService({
    source: ledger,
    calculator: makeCalculator({ source: ledger, past, now: clock.now }),
    checkCurrency: createCheckCurrency({ hasRates: async (code) => code !== 'qqq' }),
    readPrices: createReadCoinPrices({
      ...{ getPrices: createHoldingPrices(market, clock), past, clock },
      priceSource: () => market.status().source,
    }),
    readNames: async (_portfolioId, coinIds) =>
      new Map(coinIds.map((coinId) => [coinId, { symbol: coinId.slice(0, 3), name: coinId }])),
    async readEntry(_userId, _portfolioId, body) {
      const draft = drafts.get(body.note ?? '');
      if (!draft) throw new AppError('invalid_request', 'No such draft');
      return draft;
    },
    clock,
  });
  registerFigureRoutes(app, { figures, gate });

  async function call<Body>(
    path: string,
    payload?: object,
  ): Promise<{ readonly status: number; readonly body: Body }> {
    const answer = await app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/portfolios/${ledger.portfolioId}/${path}`,
      headers: { authorization: 'yes' },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  }
  return { app, ledger, past, market, clock, user, drafts, call };
}
