import { Counter, Gauge, type Registry } from 'prom-client';
import type { Instant } from '#contract/units.ts';
import { registerAge } from '#server/platform/log/register-age.ts';

/** Metrics of the news. */
export interface NewsMetrics {
  /** `feed` is the host of its URL. */
  countAnswer(feed: string, outcome: string): void;
  countArticles(added: number): void;
}

/**
 * Registers the metrics. `getAsOf` returns when a feed last answered, or null; `listNewestDates` the date of each
 * feed's newest article.
 */
export function createNewsMetrics(
  registry: Registry,
  now: () => Instant,
  getAsOf: () => Instant | null,
  listNewestDates: () => Promise<ReadonlyMap<string, Instant>>,
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
  new Gauge({
    name: 'news_feed_newest_article_age_seconds',
    help: 'Age of the newest article of each feed, by host: a feed may keep answering without anything new.',
    labelNames: ['feed'],
    registers,
    async collect() {
      this.reset();
      const dates = await listNewestDates().catch(() => new Map<string, number>());
      // If several feeds share a host, the newest counts.
      for (const [address, date] of [...dates].sort(([, one], [, other]) => one - other))
        this.set({ feed: new URL(address).host }, (now() - date) / 1000);
    },
  });
  return {
    countAnswer: (feed, outcome) => answers.inc({ feed, outcome }),
    countArticles: (added) => articles.inc(added),
  };
}
