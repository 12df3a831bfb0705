import type { TrendingTopic } from '#contract/news.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';

/** An article's topics. */
export interface Mention {
  readonly topics: readonly string[];
  readonly publishedAt: Instant;
}

/** The length of the current window, and of the previous one. */
export const topicWindowMs: Milliseconds = 24 * 60 * 60_000;
/** In both windows together. */
const minMentions = 2;
const maxTopics = 12;

interface Count {
  now: number;
  before: number;
}

/**
 * The topics with the most mentions in the last two windows, largest gain first. The change is in whole percent of the
 * articles that mention a topic; a change from zero is computed as from one.
 */
export function listTrendingTopics(mentions: readonly Mention[], now: Instant): TrendingTopic[] {
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
