import { describe, expect, it } from 'vitest';
import { plansAnswerSchema } from './plan-schemas.ts';
import {
  currency,
  getPlan,
  guest,
  hasFeature,
  type PlanFeature,
  planFeatures,
  plans,
  tiers,
} from './plans.ts';

describe('the plan table', () => {
  it('has the prices and the yearly saving', () => {
    const figures = plans.map(({ tier, price, yearlyPrice, savePercent }) => [
      tier,
      price,
      yearlyPrice,
      savePercent,
    ]);
    expect(figures).toEqual([
      ['free', 0, 0, 0],
      ['pro', 9.99, 99, 17],
      ['premium', 29.99, 299, 17],
    ]);
  });

  it('has the limits, with an unlimited watchlist for pro', () => {
    expect(getPlan('free').limits).toEqual({ watchlist: 10, portfolios: 1, alerts: 3 });
    expect(getPlan('pro').limits).toEqual({ watchlist: null, portfolios: 5, alerts: null });
    expect(getPlan('premium').limits).toEqual({ watchlist: null, portfolios: null, alerts: null });
  });

  it('lists the enforced limits among its features', () => {
    expect(getPlan('free').features).toEqual([
      'Top 100 coins',
      'Basic charts',
      '7 days of history',
      'Watchlist with 10 items',
      '1 portfolio',
      '3 price alerts',
    ]);
    expect(getPlan('pro').features).toEqual([
      'Ad-free',
      'Advanced portfolio analytics',
      'CSV export and tax reports',
      'Cost-basis methods side by side, returns, ledger CSV',
      '1 year of history',
      'Unlimited watchlist',
      '5 portfolios',
      'Unlimited price alerts',
    ]);
    expect(getPlan('premium').features).toEqual([
      'Everything in Pro',
      'Support',
      'API access',
      'All price history on record',
      'Unlimited portfolios',
    ]);
  });

  it('lists a feature in the lowest plan that has it, and all higher plans have it too', () => {
    for (const [feature, terms] of Object.entries(planFeatures)) {
      const { tier } = terms;
      const listed = 'listed' in terms ? terms.listed : terms.line;
      expect(plans.filter(({ features }) => features.includes(listed)).map((plan) => plan.tier)).toEqual([
        tier,
      ]);
      const allowed = tiers.filter((one) => hasFeature(one, feature as PlanFeature));
      expect(allowed).toEqual(tiers.slice(tiers.indexOf(tier)));
    }
  });

  it('allows each plan the price history it states, and guests seven days', () => {
    expect([guest.historyDays, ...plans.map((plan) => plan.historyDays)]).toEqual([7, 7, 365, null]);
  });

  it('matches the schema of its answer', () => {
    expect(plansAnswerSchema.parse({ currency, guest, plans })).toEqual({ currency, guest, plans });
  });
});
