import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Instant } from '#contract/units.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { ArticleStore } from '../article-store.ts';
import { createTitleIndex, type TitleIndex } from '../merge/title-index.ts';

/** Returns the stored titles, including all those on the days of the given instants. */
export type GetTitles = (instants: readonly Instant[]) => Promise<TitleIndex>;

/** The titles of some feeds. Each day is loaded on demand, because titles are only needed for new items. */
export function createTitleDays(
  articles: Pick<ArticleStore, 'listSince'>,
  feeds: readonly string[],
): GetTitles {
  const index = createTitleIndex();
  const days = new Map<DayNumber, Promise<void>>();

  async function load(day: DayNumber): Promise<void> {
    const stored = await articles.listSince(feeds, startOfDay(day), startOfDay(day + 1));
    for (const { title, publishedAt } of stored) index.add(title, publishedAt);
    // A feed with items of thirty days would otherwise hold up other calls for half a second.
    await yieldToEventLoop();
  }

  return async (instants) => {
    for (const instant of instants) {
      const day = dayNumberOf(instant);
      if (!days.has(day)) days.set(day, load(day));
      await days.get(day);
    }
    return index;
  };
}
