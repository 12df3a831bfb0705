import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limit.ts';
import type { RateLimiter } from './rate-limit.ts';

const minute = 60_000;
const perMinute = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: minute }] });

describe('rate limits in memory', () => {
  let limiter: RateLimiter;
  let now = 1_800_000_000_000;
  const clock = { now: () => now };

  beforeEach(() => {
    limiter = createMemoryRateLimiter({ clock, maxSubjects: 2 });
  });

  it('let through as many as they say, each subject for itself, and tell how long to wait', async () => {
    expect(await limiter.take([perMinute('a')])).toBeUndefined();
    now += 1000;
    expect(await limiter.take([perMinute('a')])).toBeUndefined();
    expect(await limiter.take([perMinute('a')])).toBe(59_000);
    expect(await limiter.take([perMinute('b')])).toBeUndefined();
    now += 59_000;
    expect(await limiter.take([perMinute('a')])).toBeUndefined();
    expect(await limiter.take([perMinute('a')])).toBe(1000);
  });

  it('hold where many ask at once', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.take([perMinute('a', 7)])));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
  });

  it('count against none where one of several is reached', async () => {
    await limiter.take([perMinute('a', 1)]);
    expect(await limiter.take([perMinute('a', 1), perMinute('b', 1)])).toBe(minute);
    expect(await limiter.take([perMinute('b', 1)])).toBeUndefined();
  });

  it('keep nobody waiting for a clock that was set back', async () => {
    await limiter.take([perMinute('a', 1)]);
    now -= 60 * minute;
    expect(await limiter.take([perMinute('a', 1)])).toBeUndefined();
    expect(await limiter.take([perMinute('a', 1)])).toBe(minute);
  });

  it('forget whoever did not ask for the longest, so that they take no more memory than they may', async () => {
    for (const subject of ['a', 'b', 'a', 'c']) await limiter.take([perMinute(subject)]);
    expect(await limiter.take([perMinute('a')])).toBe(minute);
    expect(await limiter.take([perMinute('b', 1)])).toBeUndefined();
  });
});
