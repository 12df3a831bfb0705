/** Headlines by their day, to find one that says nearly the same. */
export interface TitleIndex {
  /** Whether a headline of the same day (UTC) says nearly the same. */
  hasSimilar(title: string, publishedAt: number): boolean;
  add(title: string, publishedAt: number): void;
}

interface Headline {
  readonly words: ReadonlySet<string>;
}

interface Day {
  readonly byWord: Map<string, Headline[]>;
}

const dayMs = 24 * 60 * 60_000;
/** The share of their words that two headlines have in common, where they are nearly the same. */
const nearlySame = 0.85;
/** Headlines of fewer words are the same only word for word. */
const minWords = 4;
/** More words than a headline has: of a longer one these are compared. */
const maxWords = 30;

const fillers = new Set(
  'a an the of to in on at by for from with and or as is are was were be its it this that'.split(' '),
);

/**
 * Nearly the same: at least 85 % of all their words in common, fillers aside, and every number alike: `$90,000` is not
 * `$80,000`. A publisher's name after a dash or bar at the end is no part of a headline.
 */
export function createTitleIndex(): TitleIndex {
  const days = new Map<number, Day>();

  return {
    hasSimilar(title, publishedAt) {
      const day = days.get(Math.floor(publishedAt / dayMs));
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
      const key = Math.floor(publishedAt / dayMs);
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
  if (Math.min(one.size, other.size) < minWords || shared / all < nearlySame) return false;
  return numbersOf(one) === numbersOf(other);
}

function numbersOf(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(' ');
}
