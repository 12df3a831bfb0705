import { describe, expect, it } from 'vitest';
import { getPlan } from '#contract/plans.ts';
import { planLink } from './plan-links.ts';

describe("a plan's button", () => {
  it('leads a visitor to the sign-up page, and on to the payment', () => {
    expect(planLink(getPlan('free'), false)).toBe('/signup');
    expect(planLink(getPlan('pro'), false)).toBe('/signup?plan=pro&subscribe=true');
  });

  it('leads who is signed in to the payment, or with the free plan to the market', () => {
    expect(planLink(getPlan('free'), true)).toBe('/');
    expect(planLink(getPlan('premium'), true)).toBe('/subscribe?plan=premium');
  });
});
