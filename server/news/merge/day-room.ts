import type { Instant } from '#contract/units.ts';

const dayMs = 24 * 60 * 60_000;
/** More than any publisher writes. Without it a feed could fill the database and slow the search for similar titles. */
const maxPerDay = 200;

/** The daily limit on articles of one feed. */
export interface DayRoom {
  /** Whether one more article fits that day (UTC); if so, it is counted. */
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
