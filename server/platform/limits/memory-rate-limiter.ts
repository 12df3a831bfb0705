import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { keepHits, waitFor } from './sliding-window.ts';

/**
 * Counts in this process's memory, for calls so frequent that a write for each would cost more than the call. Beyond
 * `maxSubjects`, the least recently used subject is forgotten.
 */
export function createMemoryRateLimiter(deps: { clock: Clock; maxSubjects: number }): RateLimiter {
  const { clock, maxSubjects } = deps;
  const hitsBySubject = new LRUCache<string, readonly number[]>({ max: maxSubjects });
  return {
    async take(limits) {
      const now = clock.now();
      const counted = limits.map((limit) => ({ ...limit, hits: hitsBySubject.get(limit.subject) ?? [] }));
      const retryAfterMs = Math.max(...counted.map(({ windows, hits }) => waitFor(windows, hits, now)));
      if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
      for (const { subject, windows, hits } of counted) {
        hitsBySubject.set(subject, keepHits(windows, [...hits, now]).kept);
      }
      return { isAllowed: true, retryAfterMs };
    },
  };
}
