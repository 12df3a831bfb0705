import { describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { canSeeHistory, getLimit, tierForHistory } from './entitlements.ts';

describe('what a tier may', () => {
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
  ] as const)('%s days of history take %s at least', (days, tier) => {
    expect(tierForHistory(days)).toBe(tier);
  });

  it('counts what each plan counts', () => {
    expect(getLimit('free', 'watchlist')).toBe(10);
    expect(getLimit('pro', 'watchlist')).toBeNull();
    expect(getLimit('pro', 'portfolio')).toBe(5);
    expect(getLimit('free', 'alerts')).toBe(3);
  });
});
