import { describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import {
  canAdd,
  canSeeHistory,
  getLimit,
  limitReached,
  refuseFeature,
  refuseHistory,
  tierForHistory,
} from './service.ts';

describe('limits', () => {
  it('apply at the exact number, and not if there is none', () => {
    expect([9, 10, 11].map((count) => canAdd('free', 'watchlist', count))).toEqual([true, false, false]);
    expect(canAdd('pro', 'watchlist', 1_000_000)).toBe(true);
  });

  it('are refused with the details that the dialog shows', () => {
    const refusal = limitReached('free', 'portfolio');
    expect(refusal.status).toBe(403);
    expect(refusal.code).toBe('limit_reached');
    expect(refusal.message).toContain('limit');
    expect(refusal.details).toEqual({ limitType: 'portfolio', limit: 1, tier: 'free' });
  });
});

describe('history', () => {
  it('is refused with the plan that includes it', () => {
    const refusal = refuseHistory(null, 365);
    expect([refusal?.status, refusal?.code, refusal?.details]).toEqual([
      403,
      'plan_required',
      { requiredTier: 'pro' },
    ]);
    expect(refuseHistory('pro', 'max')?.details).toEqual({ requiredTier: 'premium' });
  });

  it('is not refused if the plan includes it', () => {
    expect(refuseHistory('pro', 365)).toBeUndefined();
    expect(refuseHistory(null, 7)).toBeUndefined();
  });
});

describe('a feature of higher plans', () => {
  it('is refused with the name of its plan, except on that plan or a higher one', () => {
    const refusal = refuseFeature('free', 'csvExport');
    expect([refusal?.status, refusal?.code, refusal?.details, refusal?.message]).toEqual([
      403,
      'plan_required',
      { requiredTier: 'pro' },
      'CSV export is part of the Pro plan.',
    ]);
    expect([refuseFeature('pro', 'csvExport'), refuseFeature('premium', 'csvExport')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a plan', () => {
  it.each<[Tier | null, number | 'max', boolean]>([
    [null, 7, true],
    [null, 8, false],
    ['free', 7, true],
    ['free', 30, false],
    ['free', 'max', false],
    ['pro', 365, true],
    ['pro', 'max', false],
    ['premium', 365, true],
    ['premium', 'max', true],
  ])('%s sees %s days of history: %s', (tier, days, expected) => {
    expect(canSeeHistory(tier, days)).toBe(expected);
  });

  it.each([
    [1, 'free'],
    [7, 'free'],
    [30, 'pro'],
    [365, 'pro'],
    ['max', 'premium'],
  ] as const)('%s days of history need at least %s', (days, tier) => {
    expect(tierForHistory(days)).toBe(tier);
  });

  it('reports what each plan includes', () => {
    expect(getLimit('free', 'watchlist')).toBe(10);
    expect(getLimit('pro', 'watchlist')).toBeNull();
    expect(getLimit('pro', 'portfolio')).toBe(5);
    expect(getLimit('free', 'alerts')).toBe(3);
  });
});
