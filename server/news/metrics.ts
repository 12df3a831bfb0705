import { Counter, type Registry } from 'prom-client';
import { registerAge } from '../platform/register-age.ts';

/** What news count about themselves. */
export interface NewsMetrics {
  /** `feed` is the host of its address. */
  countAnswer(feed: string, outcome: string): void;
  countArticles(added: number): void;
}

/** Registers the metrics of news. `getAsOf` gives when a feed last answered (ms), or null. */
export function createNewsMetrics(
  registry: Registry,
  now: () => number,
  getAsOf: () => number | null,
): NewsMetrics {
  const registers = [registry];
  const answers = new Counter({
    name: 'news_feed_answers_total',
    help: 'Answers of news feeds by host and outcome: new, unchanged, unreadable, refused or unreachable.',
    labelNames: ['feed', 'outcome'],
    registers,
  });
  const articles = new Counter({
    name: 'news_articles_added_total',
    help: 'Articles that were added to the news.',
    registers,
  });
  registerAge(registers, {
    name: 'news_age_seconds',
    help: 'Time since a news feed last answered; absent while none has.',
    now,
    getAsOf,
  });
  return {
    countAnswer: (feed, outcome) => answers.inc({ feed, outcome }),
    countArticles: (added) => articles.inc(added),
  };
}
