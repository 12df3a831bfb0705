import { Counter, Gauge, type Registry } from 'prom-client';
import { registerAge } from '#server/platform/log/register-age.ts';

/** What news count about themselves. */
export interface NewsMetrics {
  /** `feed` is the host of its address. */
  countAnswer(feed: string, outcome: string): void;
  countArticles(added: number): void;
}

/**
 * Registers the metrics of news. `getAsOf` gives when a feed last answered (ms), or null; `listNewestDates` the date of the
 * newest article of each feed.
 */
export function createNewsMetrics(
  registry: Registry,
  now: () => number,
  getAsOf: () => number | null,
  listNewestDates: () => Promise<ReadonlyMap<string, number>>,
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
    help: 'Age of the newest article of each feed, by host: a feed can answer for ever and have nothing new.',
    labelNames: ['feed'],
    registers,
    async collect() {
      this.reset();
      const dates = await listNewestDates().catch(() => new Map<string, number>());
      // Of several feeds of one host, the newest counts.
      for (const [address, date] of [...dates].sort(([, one], [, other]) => one - other))
        this.set({ feed: new URL(address).host }, (now() - date) / 1000);
    },
  });
  return {
    countAnswer: (feed, outcome) => answers.inc({ feed, outcome }),
    countArticles: (added) => articles.inc(added),
  };
}
