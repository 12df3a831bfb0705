import type { Tier } from '#contract/plans.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { formatDay } from '../../../server/platform/utc-day.ts';
import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import { registerReturnsRoutes } from '../../../server/portfolio/ledger/returns/routes.ts';
import { createReturnsService } from '../../../server/portfolio/ledger/returns/service.ts';
import { createBareApp } from '../bare-app.ts';
import { FakePastValues, MemoryLedger } from './memory-ledger.ts';

/** A coin's price on a day; null: there is none. */
export type PriceOn = (coinId: string, date: string) => string | 'pending' | null;

/** The calls for returns over a ledger in memory, as of noon on a date. */
export function createReturnsApp(entries: readonly LedgerEntry[], priceOn: PriceOn, today = '2024-01-10') {
  const ledger = new MemoryLedger(entries);
  const past = new FakePastValues();
  const user = { id: ledger.userId, tier: 'pro' as Tier };
  const app = createBareApp();
  const gate = createUserGate(async () => {
    return { ...user, email: 'ada@example.com', verified: true, sessionId: 'session', provedAt: null };
  });
  const returns = createReturnsService({
    source: ledger,
    closes: {
      async readLine({ coinId, from, to }) {
        const prices = new Map<number, string>();
        let isPending = false;
        for (let day = from; day <= to; day += 1) {
          const price = priceOn(coinId, formatDay(day));
          if (price === 'pending') isPending = true;
          else if (price !== null) prices.set(day, price);
        }
        return { prices, isPending };
      },
    },
    readRates: (wanted) => past.readRates(wanted),
    clock: { now: () => Date.parse(`${today}T12:00:00Z`) },
  });
  registerReturnsRoutes(app, { returns, gate });

  async function call<Body>(path: string): Promise<{ readonly status: number; readonly body: Body }> {
    const answer = await app.inject({ method: 'GET', url: `/api/portfolios/${ledger.portfolioId}/${path}` });
    return { status: answer.statusCode, body: answer.json<Body>() };
  }
  return { app, ledger, past, user, call };
}
