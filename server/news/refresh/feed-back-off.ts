import type { Instant, Milliseconds } from '#contract/units.ts';

const minute = 60_000;

/** The interval between requests to a feed. Most feeds change every five minutes to an hour. */
export const feedEveryMs = 10 * minute;
/**
 * The interval between unconditional requests to a feed that answers "unchanged": servers mix up ETags, and articles of
 * the last answer may have been removed.
 */
export const wholeEveryMs = 24 * 60 * minute;
const maxBackOffMs = 60 * minute;
const maxRetryAfterMs = 24 * 60 * minute;

/**
 * The wait after `failures` consecutive failures: a minute, doubling up to an hour, less up to a quarter of jitter, but
 * at least the feed's Retry-After. `random` returns 0 to 1.
 */
export function feedBackOff(
  failures: number,
  retryAfterMs: Milliseconds,
  random: () => number,
): Milliseconds {
  const full = Math.min(maxBackOffMs, minute * 2 ** (failures - 1));
  return Math.round(Math.max(full * (1 - random() / 4), Math.min(retryAfterMs, maxRetryAfterMs)));
}

/** The wait from `now` for a `Retry-After` in seconds or as a date; 0 without the header. */
export function readRetryAfter(header: string | undefined, now: Instant): Milliseconds {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : maxBackOffMs;
}

/** The maximum wait after `failures` consecutive failures; a later due date is from before the clock was set back. */
export const maxWaitMs = (failures: number): Milliseconds => (failures === 0 ? feedEveryMs : maxRetryAfterMs);
