import type { Instant } from '#contract/units.ts';
import { type DayNumber, dayNumberOf } from '#server/platform/utc-day.ts';

/** Titles by day, to find similar ones. */
export interface TitleIndex {
  /** Whether a title of the same day (UTC) is similar. */
  hasSimilar(title: string, publishedAt: Instant): boolean;
  add(title: string, publishedAt: Instant): void;
}

interface Headline {
  readonly words: ReadonlySet<string>;
}

interface Day {
  readonly byWord: Map<string, Headline[]>;
}

/** The minimum share of common words between similar titles. */
const minSimilarity = 0.85;
/** Shorter titles must be equal word for word. */
const minWords = 4;
/** Only the first words of a longer title are compared. */
const maxWords = 30;

const fillers = new Set(
  'a an the of to in on at by for from with and or as is are was were be its it this that'.split(' '),
);

/**
 * Finds similar titles: at least 85% common words, ignoring fillers, and the same numbers (`$90,000` is not
 * `$80,000`). A publisher's name after a final dash or bar is ignored.
 */
export function createTitleIndex(): TitleIndex {
  const days = new Map<DayNumber, Day>();

  return {
    hasSimilar(title, publishedAt) {
      const day = days.get(dayNumberOf(publishedAt));
      if (!day) return false;
      const words = wordsOf(title);
      const shared = new Map<Headline, number>();
      for (const word of words) {
        for (const headline of day.byWord.get(word) ?? [])
          shared.set(headline, (shared.get(headline) ?? 0) + 1);
      }
      return [...shared].some(([headline, count]) => isSimilar(words, headline.words, count));
    },
    add(title, publishedAt) {
      const key = dayNumberOf(publishedAt);
      const day = days.get(key) ?? { byWord: new Map<string, Headline[]>() };
      days.set(key, day);
      const headline = { words: wordsOf(title) };
      for (const word of headline.words) {
        const list = day.byWord.get(word);
        if (list) list.push(headline);
        else day.byWord.set(word, [headline]);
      }
    },
  };
}

function wordsOf(title: string): Set<string> {
  const headline = title.replace(/\s[|–—-]\s[^|–—-]{1,30}$/, '').toLowerCase();
  const words = headline.match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !fillers.has(word)).slice(0, maxWords));
}

function isSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>, shared: number): boolean {
  const all = one.size + other.size - shared;
  if (shared === all) return true;
  if (Math.min(one.size, other.size) < minWords || shared / all < minSimilarity) return false;
  return numbersOf(one) === numbersOf(other);
}

function numbersOf(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(' ');
}
