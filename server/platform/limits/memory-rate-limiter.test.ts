import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

const minute = 60_000;
const allowed: RateDecision = { isAllowed: true, retryAfterMs: 0 };
const refused = (retryAfterMs: number): RateDecision => ({ isAllowed: false, retryAfterMs });
const perMinute = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: minute }] });

describe('rate limits in memory', () => {
  let limiter: RateLimiter;
  let now = 1_800_000_000_000;
  const clock = { now: () => now };

  beforeEach(() => {
    limiter = createMemoryRateLimiter({ clock, maxSubjects: 2 });
  });

  it('allow their exact number for each subject, and report how long to wait', async () => {
    expect(await limiter.take([perMinute('a')])).toEqual(allowed);
    now += 1000;
    expect(await limiter.take([perMinute('a')])).toEqual(allowed);
    expect(await limiter.take([perMinute('a')])).toEqual(refused(59_000));
    expect(await limiter.take([perMinute('b')])).toEqual(allowed);
    now += 59_000;
    expect(await limiter.take([perMinute('a')])).toEqual(allowed);
    expect(await limiter.take([perMinute('a')])).toEqual(refused(1000));
  });

  it('hold under concurrent calls', async () => {
    const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.take([perMinute('a', 7)])));
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(7);
  });

  it('count against none if one of several is exhausted', async () => {
    await limiter.take([perMinute('a', 1)]);
    expect(await limiter.take([perMinute('a', 1), perMinute('b', 1)])).toEqual(refused(minute));
    expect(await limiter.take([perMinute('b', 1)])).toEqual(allowed);
  });

  it('make nobody wait after the clock was set back', async () => {
    await limiter.take([perMinute('a', 1)]);
    now -= 60 * minute;
    expect(await limiter.take([perMinute('a', 1)])).toEqual(allowed);
    expect(await limiter.take([perMinute('a', 1)])).toEqual(refused(minute));
  });

  it('forget the least recently used subject, which bounds their memory', async () => {
    for (const subject of ['a', 'b', 'a', 'c']) await limiter.take([perMinute(subject)]);
    expect(await limiter.take([perMinute('a')])).toEqual(refused(minute));
    expect(await limiter.take([perMinute('b', 1)])).toEqual(allowed);
  });
});
