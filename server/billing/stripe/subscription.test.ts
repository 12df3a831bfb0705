import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { PaidSubscription } from '../payments/payments.ts';
import { chooseSubscription } from '../subscriptions/choose-subscription.ts';
import { describeSubscription } from './subscription.ts';

const periodEnd = 1_800_000_000;

function item(product: string, interval = 'month') {
  return { id: `si_${product}`, current_period_end: periodEnd, price: { product, recurring: { interval } } };
}

/** What the server makes of a subscription at Stripe with these fields and items. */
function describeWith(given: object, ...items: object[]): PaidSubscription | null {
  const subscription = {
    id: 'sub_1',
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    items: { data: items.length > 0 ? items : [item('altimeter_pro')] },
    ...given,
  };
  return describeSubscription(subscription as unknown as Stripe.Subscription);
}

describe('a subscription at Stripe', () => {
  it.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'unpaid'],
    ['paused', 'unpaid'],
    ['incomplete', undefined],
    ['incomplete_expired', undefined],
    ['canceled', undefined],
    ['added_later', undefined],
  ])('with status %s is %s here', (status, ours) => {
    expect(describeWith({ status })?.status).toBe(ours);
  });

  it('has the plan of its product, at any price', () => {
    expect(describeWith({})).toEqual({
      id: 'sub_1',
      itemId: 'si_altimeter_pro',
      tier: 'pro',
      period: 'monthly',
      status: 'active',
      paidUntil: periodEnd * 1000,
      endsAt: null,
    });
    expect(describeWith({}, item('altimeter_premium', 'year'))).toMatchObject({
      tier: 'premium',
      period: 'yearly',
    });
  });

  it('is ignored for other products, or weekly prices', () => {
    expect([describeWith({}, item('prod_socks')), describeWith({}, item('altimeter_pro', 'week'))]).toEqual([
      null,
      null,
    ]);
  });

  it('has the highest of several plans, in any order', () => {
    const items = [item('prod_socks'), item('altimeter_pro'), item('altimeter_premium')];
    expect(describeWith({}, ...items)?.tier).toBe('premium');
    expect(describeWith({}, ...items.reverse())?.tier).toBe('premium');
  });

  it('ends at the instant of its cancellation, or at the end of the paid period', () => {
    expect(describeWith({ cancel_at_period_end: true })?.endsAt).toBe(periodEnd * 1000);
    expect(describeWith({ cancel_at: periodEnd - 5 })?.endsAt).toBe((periodEnd - 5) * 1000);
    expect(describeWith({ cancel_at: periodEnd - 5, cancel_at_period_end: true })?.endsAt).toBe(
      (periodEnd - 5) * 1000,
    );
  });
});

describe('the effective subscription', () => {
  const one: PaidSubscription = {
    id: 'sub_1',
    itemId: 'si_1',
    tier: 'pro',
    period: 'monthly',
    status: 'active',
    paidUntil: 1,
    endsAt: null,
  };
  const best = (...all: PaidSubscription[]) => {
    const found = [chooseSubscription(all), chooseSubscription([...all].reverse())];
    expect(found[0]).toEqual(found[1]);
    return found[0];
  };

  it('is a paid one, then the higher plan, then the one paid for longer', () => {
    const unpaid: PaidSubscription = { ...one, tier: 'premium', status: 'unpaid', paidUntil: 9 };
    const failing: PaidSubscription = { ...one, tier: 'premium', status: 'past_due' };
    expect(best(one, unpaid)).toBe(one);
    expect(best(one, failing)).toBe(failing);
    expect(best(one, { ...one, paidUntil: 2 })?.paidUntil).toBe(2);
    expect(chooseSubscription([])).toBeNull();
  });
});
