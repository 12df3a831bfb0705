import { LRUCache } from 'lru-cache';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Push services usually answer within a few hundred milliseconds. */
const slowMs: Milliseconds = 2000;
const rememberedMs: Milliseconds = 6 * 60 * 60_000;
/** Beyond it, those that were slow longest ago are forgotten. */
const maxAccounts = 10_000;

/**
 * Accounts with an endpoint that took long lately, even if it answered. Anyone can subscribe endpoints that answer just
 * in time, so these accounts get a part of the deliveries only. Known to this process, until it ends.
 */
export interface SlowAccounts {
  /** A message to one of the account's endpoints took this long. A quick one forgives nothing: others may be slow. */
  record(userId: string, tookMs: Milliseconds): void;
  isSlow(userId: string): boolean;
}

export function createSlowAccounts(clock: Clock): SlowAccounts {
  const slowAt = new LRUCache<string, Instant>({ max: maxAccounts });
  return {
    record(userId, tookMs) {
      if (tookMs >= slowMs) slowAt.set(userId, clock.now());
    },
    isSlow(userId) {
      const at = slowAt.peek(userId);
      return at !== undefined && Math.abs(clock.now() - at) < rememberedMs;
    },
  };
}
