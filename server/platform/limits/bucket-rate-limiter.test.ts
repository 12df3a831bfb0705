import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBucketRateLimiter } from './bucket-rate-limiter.ts';

const minute = 60_000;

function createLimiter(maxSubjects = 100) {
  let now = 1_800_000_000_000;
  const limiter = createBucketRateLimiter({ clock: { now: () => now }, maxSubjects });
  return {
    take: (subject: string, count: number) => limiter.take([{ subject, windows: [{ count, ms: minute }] }]),
    takeAll: limiter.take,
    pass: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

describe('A limit counted in parts of its window', () => {
  it('allows a whole minute of calls, refuses the next, and reports when to try again', async () => {
    const { take, pass } = createLimiter();
    for (let call = 0; call < 1200; call += 1) expect((await take('ada', 1200)).isAllowed).toBe(true);
    const { isAllowed, retryAfterMs } = await take('ada', 1200);
    expect(isAllowed).toBe(false);
    expect((await take('eve', 1200)).isAllowed).toBe(true);
    pass(retryAfterMs - 1);
    expect((await take('ada', 1200)).isAllowed).toBe(false);
    pass(1);
    expect((await take('ada', 1200)).isAllowed).toBe(true);
  });

  it('never exceeds its count in any minute, and is free again after one and a twelfth', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(gaps, async (waits) => {
        const { take, pass, now } = createLimiter();
        const taken: number[] = [];
        for (const ms of waits) {
          pass(ms);
          const { isAllowed, retryAfterMs } = await take('ada', 5);
          const within = (span: number) => taken.filter((at) => at > now() - span).length;
          if (isAllowed) taken.push(now());
          else expect(within(minute + minute / 12)).toBeGreaterThanOrEqual(5);
          expect(isAllowed ? 0 : 1).toBe(Math.sign(retryAfterMs));
          expect(within(minute)).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('counts a call against all of its limits or none', async () => {
    const { takeAll, take } = createLimiter();
    const limits = [
      { subject: 'session', windows: [{ count: 1, ms: minute }] },
      { subject: 'network', windows: [{ count: 3, ms: minute }] },
    ];
    for (const isAllowed of [true, false, false]) expect(await takeAll(limits)).toMatchObject({ isAllowed });
    for (const isAllowed of [true, true, false])
      expect(await take('network', 3)).toMatchObject({ isAllowed });
  });

  it('starts over if the clock is set back', async () => {
    const { take, pass } = createLimiter();
    expect((await take('ada', 1)).isAllowed).toBe(true);
    pass(-60 * minute);
    expect((await take('ada', 1)).isAllowed).toBe(true);
    expect((await take('ada', 1)).isAllowed).toBe(false);
  });

  it('forgets the least recently used subject beyond its maximum', async () => {
    const { take } = createLimiter(2);
    for (const name of ['a', 'b', 'c']) await take(name, 1);
    expect((await take('c', 1)).isAllowed).toBe(false);
    expect((await take('a', 1)).isAllowed).toBe(true);
  });
});
