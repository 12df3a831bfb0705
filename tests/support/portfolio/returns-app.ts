import type { Tier } from '#contract/plans.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { createCheckCurrency } from '../../../server/portfolio/ledger/calculator/check-currency.ts';
import { createInlineCalculator } from '../../../server/portfolio/ledger/calculator/inline-calculator.ts';
import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import { registerReturnsRoutes } from '../../../server/portfolio/ledger/returns/routes.ts';
import { createReturnsService } from '../../../server/portfolio/ledger/returns/service.ts';
import { createBareApp } from '../bare-app.ts';
import { FakePastValues, MemoryLedger } from './memory-ledger.ts';

/** A coin's price on a day. Null if there is none. */
export type PriceOn = (coinId: string, date: string) => string | 'pending' | null;

/** The API calls for returns, over a ledger in memory, at noon of a date. */
export function createReturnsApp(entries: readonly LedgerEntry[], priceOn: PriceOn, today = '2024-01-10') {
  const ledger = new MemoryLedger(entries);
  const past = new FakePastValues();
  const user = { id: ledger.userId, tier: 'pro' as Tier };
  const app = createBareApp();
  const gate = createUserGate(async () => {
    return { ...user, email: 'ada@example.com', verified: true, sessionId: 'session', provedAt: null };
  });
  past.priceOn = priceOn;
  const clock = { now: () => Date.parse(`${today}T12:00:00Z`) };
  const calculator = createInlineCalculator({ source: ledger, past, now: clock.now });
  const returns = createReturnsService({
    source: ledger,
    calculator,
    checkCurrency: createCheckCurrency({ hasRates: async (code) => code !== 'qqq' }),
    clock,
  });
  registerReturnsRoutes(app, { returns, gate });

  async function call<Body>(path: string): Promise<{ readonly status: number; readonly body: Body }> {
    const answer = await app.inject({ method: 'GET', url: `/api/portfolios/${ledger.portfolioId}/${path}` });
    return { status: answer.statusCode, body: answer.json<Body>() };
  }
  return { app, ledger, past, user, call };
}
