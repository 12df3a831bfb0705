import { createMemoryCache } from '../cache/memory-cache.ts';
import type { Clock } from '../clock.ts';
import { keepHits, type RateLimiter, waitFor } from './rate-limit.ts';

/**
 * Counts in this process's memory: for what happens so often that writing down each time would cost more than what is
 * limited. Beyond `maxSubjects` the one that was not asked for the longest is forgotten.
 */
export function createMemoryRateLimiter(deps: { clock: Clock; maxSubjects: number }): RateLimiter {
  const { clock, maxSubjects } = deps;
  const counts = createMemoryCache<readonly number[]>({ maxEntries: maxSubjects });
  return {
    async take(limits) {
      const now = clock.now();
      const counted = limits.map((limit) => ({ ...limit, hits: counts.get(limit.subject)?.value ?? [] }));
      const wait = Math.max(...counted.map(({ windows, hits }) => waitFor(windows, hits, now)));
      if (wait > 0) return wait;
      for (const { subject, windows, hits } of counted) {
        const { kept, countsUntil } = keepHits(windows, [...hits, now]);
        counts.set(subject, kept, { storedAt: now, freshUntil: countsUntil });
      }
      return undefined;
    },
  };
}
