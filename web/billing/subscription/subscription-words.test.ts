import { describe, expect, it } from 'vitest';
import type { Subscription } from '#contract/billing.ts';
import { describeSubscription, hasFailedPayment } from './subscription-words.ts';

const active: Subscription = {
  plan: 'pro',
  period: 'monthly',
  status: 'active',
  paidUntil: '2026-12-21T12:00:00.000Z',
  endsAt: null,
};

describe('the status of a subscription', () => {
  it('says when it renews or ends', () => {
    expect(describeSubscription(active, 'Pro')).toBe('Renews on 21 December 2026.');
    expect(describeSubscription({ ...active, endsAt: active.paidUntil }, 'Pro')).toBe(
      'Cancelled. You keep Pro until 21 December 2026 and won’t be charged again.',
    );
    expect(hasFailedPayment(active)).toBe(false);
  });

  it('puts a failed payment first, with what it means for the plan', () => {
    const failed = (status: Subscription['status']) => ({ ...active, status, endsAt: active.paidUntil });
    expect(describeSubscription(failed('past_due'), 'Pro')).toBe(
      'The last payment failed. Stripe will try again, and Pro stays active meanwhile.',
    );
    expect(describeSubscription(failed('unpaid'), 'Pro')).toBe(
      'The payment failed. Pro is suspended until a payment succeeds.',
    );
    expect([failed('past_due'), failed('unpaid')].every(hasFailedPayment)).toBe(true);
  });
});
