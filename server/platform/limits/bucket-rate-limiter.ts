import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { WindowCount } from './window-count.ts';

/**
 * Counts in this process's memory, for limits in the thousands: a call costs the same whatever its limit, and a subject
 * takes a few hundred bytes. No window ever allows more than its count, but a hit may expire up to a twelfth of the
 * window late. Beyond `maxSubjects`, the least recently used subject is forgotten. A subject's windows must not change.
 */
export function createBucketRateLimiter(deps: { clock: Clock; maxSubjects: number }): RateLimiter {
  const { clock, maxSubjects } = deps;
  const subjects = new LRUCache<string, readonly WindowCount[]>({ max: maxSubjects });
  return {
    async take(limits) {
      const now = clock.now();
      let retryAfterMs = 0;
      const counts: WindowCount[] = [];
      for (const { subject, windows } of limits) {
        let ofSubject = subjects.get(subject);
        if (!ofSubject) {
          ofSubject = windows.map((window) => new WindowCount(window));
          subjects.set(subject, ofSubject);
        }
        for (const count of ofSubject) {
          retryAfterMs = Math.max(retryAfterMs, count.waitFor(now));
          counts.push(count);
        }
      }
      if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
      for (const count of counts) count.add();
      return { isAllowed: true, retryAfterMs: 0 };
    },
  };
}
