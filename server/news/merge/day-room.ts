const dayMs = 24 * 60 * 60_000;
/** No publisher writes so much: who sends more would fill the database, and slow the search for similar headlines. */
const maxOfDay = 200;

/** How much room there is for more articles of one feed. */
export interface DayRoom {
  /** Whether one more of an instant's day (UTC) fits; it counts from then on. */
  take(publishedAt: number): boolean;
}

/** For a feed of which so many are kept already, by day (UTC, counted from 1970). */
export function createDayRoom(kept: ReadonlyMap<number, number>): DayRoom {
  const counts = new Map(kept);
  return {
    take(publishedAt) {
      const day = Math.floor(publishedAt / dayMs);
      const count = counts.get(day) ?? 0;
      if (count >= maxOfDay) return false;
      counts.set(day, count + 1);
      return true;
    },
  };
}
