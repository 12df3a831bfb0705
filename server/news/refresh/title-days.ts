import type { Instant } from '#contract/units.ts';
import type { ArticleStore } from '../article-store.ts';
import { createTitleIndex, type TitleIndex } from '../merge/title-index.ts';

/** Returns the stored titles, including all those on the days of the given instants. */
export type GetTitles = (instants: readonly Instant[]) => Promise<TitleIndex>;

const dayMs = 24 * 60 * 60_000;

/** The titles of some feeds. Each day is loaded on demand, because most items of a feed are already known. */
export function createTitleDays(
  articles: Pick<ArticleStore, 'listSince'>,
  feeds: readonly string[],
): GetTitles {
  const index = createTitleIndex();
  const days = new Map<number, Promise<void>>();

  async function load(day: number): Promise<void> {
    for (const { title, publishedAt } of await articles.listSince(feeds, day * dayMs, (day + 1) * dayMs))
      index.add(title, publishedAt);
  }

  return async (instants) => {
    for (const instant of instants) {
      const day = Math.floor(instant / dayMs);
      if (!days.has(day)) days.set(day, load(day));
      await days.get(day);
    }
    return index;
  };
}
