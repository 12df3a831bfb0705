import { describe, expect, it } from 'vitest';
import { getPlan, plans } from '#contract/plans.ts';
import {
  describeBilling,
  describeHistory,
  describeLimits,
  describeSaving,
  firstMonthPrice,
  formatPlanPrice,
  monthlyPrice,
} from './plan-words.ts';

const [free, pro, premium] = [getPlan('free'), getPlan('pro'), getPlan('premium')];

describe('the texts of a plan', () => {
  it('show its monthly price, without cents if there are none', () => {
    expect([free, pro, premium].map((plan) => formatPlanPrice(monthlyPrice(plan, false)))).toEqual([
      '$0',
      '$9.99',
      '$29.99',
    ]);
    expect([pro, premium].map((plan) => firstMonthPrice(plan))).toEqual([4.99, 14.99]);
    expect(describeBilling(free, false)).toBe('no card needed');
    expect(describeBilling(pro, false)).toBe('billed monthly');
  });

  it('show a month’s share and the year’s price if it is paid yearly', () => {
    expect([free, pro, premium].map((plan) => formatPlanPrice(monthlyPrice(plan, true)))).toEqual([
      '$0',
      '$8.25',
      '$24.92',
    ]);
    expect(describeBilling(pro, true)).toBe('$99 billed annually');
    expect(describeBilling(premium, true)).toBe('$299 billed annually');
  });

  it('show what paying yearly saves, as long as that is true', () => {
    expect(describeSaving(plans)).toBe('Save 17%');
    expect(describeSaving([free, pro, { ...premium, savePercent: 20 }])).toBe('Save up to 20%');
    expect(describeSaving([free])).toBeNull();
  });

  it('describe its limits and its price history', () => {
    expect(describeLimits(free.limits)).toEqual(['10 watchlist items', '1 portfolio', '3 price alerts']);
    expect(describeLimits(premium.limits)[0]).toBe('Unlimited watchlist items');
    expect([7, 365, null].map(describeHistory)).toEqual([
      '7 days of price history',
      '1 year of price history',
      'All price history',
    ]);
  });
});
