import { deriveKey } from '../keys.ts';
import type { SharedParts } from '../shared-parts.ts';
import { createBucketRateLimiter } from './bucket-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

/**
 * For limits checked on every call, for which a database write would cost more than the call: in Redis for several
 * servers, in memory for a single one.
 */
export function createCallRateLimiter(
  deps: Pick<SharedParts, 'redis' | 'presence' | 'servers' | 'clock' | 'secret'> & {
    readonly name: string;
    readonly maxSubjects: number;
    /** Used by a single server instead of the default, `createBucketRateLimiter`. */
    readonly alone?: RateLimiter;
  },
): RateLimiter {
  const { redis, presence, secret } = deps;
  if (!redis || !presence) return deps.alone ?? createBucketRateLimiter(deps);
  return createRedisRateLimiter({ ...deps, redis, presence, hashKey: deriveKey(secret, 'rate limits') });
}
