import { describe, expect, it } from 'vitest';
import { getPlan } from '#contract/plans.ts';
import { describeUpgrade } from './upgrade-offer.ts';

const terms = { pro: getPlan('pro'), premium: getPlan('premium'), hasFirstMonth: false };
const withCoupon = { ...terms, hasFirstMonth: true };

describe('the offer of a plan', () => {
  it('is the first month at half price with a coupon, and the regular price without one', () => {
    expect(describeUpgrade('time_spent', withCoupon)).toMatchObject({
      message: '50% off the first month',
      value: 'Pro: $4.99 instead of $9.99, then $9.99/month',
      to: '/subscribe?plan=pro',
    });
    expect(describeUpgrade('time_spent', terms).message).toBe('Only $9.99/month');
  });

  it('is what a year of Premium saves, with or without a coupon', () => {
    for (const given of [terms, withCoupon])
      expect(describeUpgrade('feature_locked', given)).toMatchObject({
        message: 'Save $60/year with annual plan',
        value: 'Premium for a year: $299 instead of $359.88',
        to: '/subscribe?plan=premium&period=yearly',
      });
  });

  it('is the regular price if a year saves nothing', () => {
    const premium = { ...terms.premium, yearlyPrice: 359.88 };
    expect(describeUpgrade('feature_locked', { ...terms, premium }).message).toBe('Only $9.99/month');
  });

  it('is the same but more urgent after many page views', () => {
    expect(describeUpgrade('limit_reached', withCoupon)).toMatchObject({
      type: 'limit_reached',
      message: 'Only $9.99/month',
      urgency: 'high',
    });
  });
});
