import { rateLimitError } from './rate-limit-error.ts';

/** At most `count` in any `ms` milliseconds: a sliding window. */
export interface RateWindow {
  readonly count: number;
  readonly ms: number;
}

/** The counted subject, and how often it is allowed in each of the windows. */
export interface RateLimit {
  readonly subject: string;
  readonly windows: readonly RateWindow[];
}

export interface RateDecision {
  readonly isAllowed: boolean;
  /** 0 if it is allowed. */
  readonly retryAfterMs: number;
}

/** The interface of every rate limiter, in memory or shared by processes. */
export interface RateLimiter {
  /**
   * Counts a hit against every limit, or against none if one of them is exhausted. Concurrent calls, even from
   * different processes, never exceed a limit together.
   */
  take(limits: readonly RateLimit[]): Promise<RateDecision>;
}

/** Allows everything. */
export const unlimited: RateLimiter = { take: async () => ({ isAllowed: true, retryAfterMs: 0 }) };

/** Throws `rate_limited` if one of the limits is exhausted. */
export async function takeOrThrow(limiter: RateLimiter, limits: readonly RateLimit[]): Promise<void> {
  const { isAllowed, retryAfterMs } = await limiter.take(limits);
  if (!isAllowed) throw rateLimitError(retryAfterMs);
}
