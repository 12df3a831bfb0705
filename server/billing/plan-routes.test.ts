import { describe, expect, it } from 'vitest';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { registerPlanRoutes } from './plan-routes.ts';

describe('GET /api/plans', () => {
  const app = createBareApp();
  registerPlanRoutes(app);

  it('returns all plans in dollars, with null for unlimited', async () => {
    const answer = await app.inject('/api/plans');
    expect(answer.statusCode).toBe(200);
    const { currency, guest, plans } = answer.json();
    expect([currency, guest]).toEqual(['USD', { historyDays: 7 }]);
    expect(plans.map(({ features, description, ...plan }: Record<string, unknown>) => plan)).toEqual([
      {
        tier: 'free',
        name: 'Free',
        price: 0,
        yearlyPrice: 0,
        savePercent: 0,
        limits: { watchlist: 10, portfolios: 1, alerts: 3 },
        historyDays: 7,
      },
      {
        tier: 'pro',
        name: 'Pro',
        price: 9.99,
        yearlyPrice: 99,
        savePercent: 17,
        limits: { watchlist: null, portfolios: 5, alerts: null },
        historyDays: 365,
      },
      {
        tier: 'premium',
        name: 'Premium',
        price: 29.99,
        yearlyPrice: 299,
        savePercent: 17,
        limits: { watchlist: null, portfolios: null, alerts: null },
        historyDays: null,
      },
    ]);
  });

  it('answers 304 to a client that has it already', async () => {
    const { headers } = await app.inject('/api/plans');
    const again = await app.inject({ url: '/api/plans', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});
