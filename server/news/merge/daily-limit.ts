import type { Instant } from '#contract/units.ts';
import { type DayNumber, dayNumberOf } from '#server/platform/utc-day.ts';

/**
 * More than any publisher writes. Otherwise a feed could fill the database and slow down the search for similar titles.
 */
const maxPerDay = 200;

/** The daily limit on articles of one feed. */
export interface DailyLimit {
  /** Counts one more article on that UTC day, if it fits. Returns whether it did. */
  take(publishedAt: Instant): boolean;
}

/** `stored`: the number of the feed's stored articles by day. */
export function createDailyLimit(stored: ReadonlyMap<DayNumber, number>): DailyLimit {
  const counts = new Map(stored);
  return {
    take(publishedAt) {
      const day = dayNumberOf(publishedAt);
      const count = counts.get(day) ?? 0;
      if (count >= maxPerDay) return false;
      counts.set(day, count + 1);
      return true;
    },
  };
}
