import { describe, expect, it } from 'vitest';
import { readWantedPlan } from './wanted-plan.ts';

const read = (query: string) => readWantedPlan(new URLSearchParams(query));

describe('the plan requested by a URL', () => {
  it('is a paid one, monthly unless the URL says yearly', () => {
    expect(read('plan=pro')).toEqual({ plan: 'pro', period: 'monthly' });
    expect(read('plan=premium&period=yearly')).toEqual({ plan: 'premium', period: 'yearly' });
    expect(read('plan=premium&period=weekly')).toEqual({ plan: 'premium', period: 'monthly' });
  });

  it.each(['', 'plan=', 'plan=free', 'plan=gold', 'plan=PRO', 'plan=toString', 'period=yearly'])(
    'is null for “%s”',
    (query) => {
      expect(read(query)).toBeNull();
    },
  );
});
