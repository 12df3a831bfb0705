import { describe, expect, it } from 'vitest';
import { limitReached, mayAdd, refuseFeature, refuseHistory } from './service.ts';

describe('limits', () => {
  it('hold at the number itself, and not where there is none', () => {
    expect([9, 10, 11].map((count) => mayAdd('free', 'watchlist', count))).toEqual([true, false, false]);
    expect(mayAdd('pro', 'watchlist', 1_000_000)).toBe(true);
  });

  it('are refused with what the dialog shows', () => {
    const refusal = limitReached('free', 'portfolio');
    expect(refusal.status).toBe(403);
    expect(refusal.code).toBe('limit_reached');
    expect(refusal.message).toContain('limit');
    expect(refusal.details).toEqual({ limitType: 'portfolio', limit: 1, tier: 'free' });
  });
});

describe('history', () => {
  it('is refused with the plan that has it', () => {
    const refusal = refuseHistory(null, 365);
    expect([refusal?.status, refusal?.code, refusal?.details]).toEqual([
      403,
      'plan_required',
      { requiredTier: 'pro' },
    ]);
    expect(refuseHistory('pro', 'max')?.details).toEqual({ requiredTier: 'premium' });
  });

  it('is not refused where the plan includes it', () => {
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
