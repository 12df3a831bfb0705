import type { Instant } from '#contract/units.ts';

const dayMs = 24 * 60 * 60_000;
/**
 * More than any publisher writes. Otherwise a feed could fill the database and slow down the search for similar titles.
 */
const maxPerDay = 200;

/** The daily limit on articles of one feed. */
export interface DayRoom {
  /** Counts one more article on that UTC day, if it fits. Returns whether it did. */
  take(publishedAt: Instant): boolean;
}

/** `stored`: the feed's stored articles by day (UTC, counted from 1970). */
export function createDayRoom(stored: ReadonlyMap<number, number>): DayRoom {
  const counts = new Map(stored);
  return {
    take(publishedAt) {
      const day = Math.floor(publishedAt / dayMs);
      const count = counts.get(day) ?? 0;
      if (count >= maxPerDay) return false;
      counts.set(day, count + 1);
      return true;
    },
  };
}
