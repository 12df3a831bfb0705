import { describe, expect, it } from 'vitest';
import { getPlan } from '#contract/plans.ts';
import { planLink } from './plan-links.ts';

describe("a plan's button", () => {
  it('takes a visitor to the sign-up page, and on to the payment', () => {
    expect(planLink(getPlan('free'), 'monthly', false)).toBe('/signup');
    expect(planLink(getPlan('pro'), 'monthly', false)).toBe('/signup?plan=pro&subscribe=true');
  });

  it('takes signed-in users to the payment, or for the free plan to the market', () => {
    expect(planLink(getPlan('free'), 'monthly', true)).toBe('/');
    expect(planLink(getPlan('premium'), 'monthly', true)).toBe('/subscribe?plan=premium');
  });

  it('passes on that the plan is to be paid yearly', () => {
    expect(planLink(getPlan('pro'), 'yearly', true)).toBe('/subscribe?plan=pro&period=yearly');
    expect(planLink(getPlan('pro'), 'yearly', false)).toBe('/signup?plan=pro&subscribe=true&period=yearly');
    expect(planLink(getPlan('free'), 'yearly', true)).toBe('/');
  });
});
