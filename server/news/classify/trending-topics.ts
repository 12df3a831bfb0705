import type { TrendingTopic } from '#contract/news.ts';

/** An article as far as topics go. */
export interface Mention {
  readonly topics: readonly string[];
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
}

/** How long mentions count as now; the window before is as long. */
export const topicWindowMs = 24 * 60 * 60_000;
/** Fewer mentions than this in both windows together say nothing. */
const minMentions = 2;
const maxTopics = 12;

interface Count {
  now: number;
  before: number;
}

/**
 * The topics mentioned most in the last two windows, those that gained most first. The change is that of the number
 * of articles that mention a topic, in whole percent; from none it is counted as from one.
 */
export function listTrendingTopics(mentions: readonly Mention[], now: number): TrendingTopic[] {
  const counts = new Map<string, Count>();
  for (const { topics, publishedAt } of mentions) {
    const age = now - publishedAt;
    if (age >= 2 * topicWindowMs) continue;
    for (const topic of topics) {
      const count = counts.get(topic) ?? { now: 0, before: 0 };
      count[age < topicWindowMs ? 'now' : 'before'] += 1;
      counts.set(topic, count);
    }
  }
  const sumOf = ({ now, before }: Count) => now + before;
  return [...counts]
    .filter(([, count]) => sumOf(count) >= minMentions)
    .sort(([a, one], [b, other]) => sumOf(other) - sumOf(one) || compareNames(a, b))
    .slice(0, maxTopics)
    .map(([name, count]) => ({ name, count, percent: changeOf(count) }))
    .sort((a, b) => b.percent - a.percent || b.count.now - a.count.now || compareNames(a.name, b.name))
    .map(({ name, percent }) => ({ name, change: `${percent < 0 ? '-' : '+'}${Math.abs(percent)}%` }));
}

const compareNames = (a: string, b: string) => (a < b ? -1 : 1);

function changeOf({ now, before }: Count): number {
  const base = Math.max(before, 1);
  return Math.round(((now - base) / base) * 100);
}
