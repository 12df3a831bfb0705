const minute = 60_000;

/** How often a feed that answers is asked. Most say themselves that they change every five minutes to an hour. */
export const feedEveryMs = 10 * minute;
/**
 * How often a feed that answers "unchanged" is asked for all it has nevertheless: its mark is of another answer than the
 * last one where a server mixes them up, or where the articles it brought are not there any more.
 */
export const wholeEveryMs = 24 * 60 * minute;
const longestBackOffMs = 60 * minute;
const longestRetryAfterMs = 24 * 60 * minute;

/**
 * How long to leave a feed alone that failed `failures` times in a row: a minute, doubling up to an hour, up to a
 * quarter less by chance; but never less than it asks for itself. `random` gives 0 to 1.
 */
export function feedBackOff(failures: number, retryAfterMs: number, random: () => number): number {
  const full = Math.min(longestBackOffMs, minute * 2 ** (failures - 1));
  return Math.max(full * (1 - random() / 4), Math.min(retryAfterMs, longestRetryAfterMs));
}

/** `Retry-After`, in seconds or as a date, as milliseconds from `now`; 0 where it says nothing. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : longestBackOffMs;
}

/**
 * The longest that a feed may have to wait which failed `failures` times in a row; a due date further off is from before
 * the clock was set back.
 */
export const longestWaitMs = (failures: number) => (failures === 0 ? feedEveryMs : longestRetryAfterMs);
