import { describe, expect, it } from 'vitest';
import { plans } from '#contract/plans.ts';
import { planForHistory } from './plan-for-history.ts';

describe('a span of price history', () => {
  it('belongs to the cheapest plan that includes it', () => {
    expect([7, 30, 365, 'max' as const].map((days) => planForHistory(plans, days)?.tier)).toEqual([
      'free',
      'pro',
      'pro',
      'premium',
    ]);
  });
});
