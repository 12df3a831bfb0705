import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import type { NewArticle } from '../article.ts';
import type { ArticleStore } from '../article-store.ts';
import type { FeedState, FeedStore } from '../feed-store.ts';
import type { Feed } from '../feeds.ts';
import { createDailyLimit } from '../merge/daily-limit.ts';
import { dateItems, type FirstSeen, keysOf } from '../merge/first-seen.ts';
import { type CoinLinker, keptMs, toArticles } from '../merge/to-articles.ts';
import type { NewsMetrics } from '../metrics.ts';
import type { FeedParser } from '../parser/feed-parser.ts';
import type { ParsedFeed, ParsedItem } from '../parser/parsed-feed.ts';
import { feedBackOff, feedEveryMs } from './feed-back-off.ts';
import type { FeedAnswer, FetchFeed } from './fetch-feed.ts';
import { sourceName } from './source-name.ts';
import type { GetTitles } from './title-days.ts';

export interface FeedRefreshDeps {
  readonly feeds: readonly Feed[];
  readonly articles: ArticleStore;
  readonly states: FeedStore;
  readonly fetchFeed: FetchFeed;
  readonly parser: Pick<FeedParser, 'parse' | 'stop'>;
  /** The market's coins; null while there are none. */
  readonly getCoins: () => CoinLinker | null;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: NewsMetrics;
  /** Returns 0 to 1, for the back-off's jitter. */
  readonly random: () => number;
}

interface Failure {
  readonly kind: 'unreachable' | 'refused' | 'unreadable';
  readonly reason: string;
  readonly retryAfterMs: Milliseconds;
}

/** `aborted`: this process is stopping and did not wait for the answer. */
export type FeedResult = { readonly kind: 'new' | 'unchanged' | 'aborted' } | Failure;

/** The data to save after a request to a feed. */
export interface FeedRefresh {
  readonly result: FeedResult;
  /** Null to save nothing; then the next process requests the feed immediately. */
  readonly state: FeedState | null;
  readonly articles: readonly NewArticle[];
}

/**
 * Requests one feed and finds its new articles; saves nothing. `getTitles` returns the titles of all feeds. A failing
 * feed is a result; rejects only if the database fails.
 */
export async function refreshFeed(
  deps: FeedRefreshDeps,
  feed: Feed,
  last: FeedState | undefined,
  getTitles: GetTitles,
): Promise<FeedRefresh> {
  const answer = await deps.fetchFeed(feed, last);
  if (answer.kind === 'aborted') return { result: answer, state: null, articles: [] };
  const parsed = answer.kind === 'new' ? await parse(deps, answer) : answer;
  const now = deps.clock.now();
  const before: FeedState = last ?? neverRequested(feed.address);
  deps.metrics.countAnswer(new URL(feed.address).host, parsed.kind);
  if (parsed.kind === 'unchanged') return { result: parsed, state: answered(before, now), articles: [] };
  if (parsed.kind !== 'new') {
    const failures = before.failures + 1;
    const dueAt = now + feedBackOff(failures, parsed.retryAfterMs, deps.random);
    return { result: parsed, state: { ...before, failures, dueAt }, articles: [] };
  }
  const { articles, firstSeen } = await findArticles(
    deps,
    { feed, before, parsed: parsed.feed, now },
    getTitles,
  );
  const { etag, lastModified } = parsed;
  const state = { ...answered(before, now), title: parsed.feed.title, etag, lastModified, firstSeen };
  return { result: { kind: 'new' }, state, articles };
}

const neverRequested = (address: string): FeedState => ({
  address,
  title: '',
  etag: null,
  lastModified: null,
  failures: 0,
  dueAt: 0,
  answeredAt: null,
  changedAt: null,
  firstSeen: new Map(),
});

const answered = (before: FeedState, now: Instant): FeedState => ({
  ...before,
  failures: 0,
  dueAt: now + feedEveryMs,
  answeredAt: now,
});

type NewAnswer = FeedAnswer & { readonly kind: 'new' };
type Parsed = Pick<NewAnswer, 'kind' | 'etag' | 'lastModified'> & { readonly feed: ParsedFeed };

async function parse(deps: FeedRefreshDeps, answer: NewAnswer): Promise<Parsed | Failure> {
  const { kind, bytes, contentType, url, etag, lastModified } = answer;
  try {
    const feed = await deps.parser.parse({ bytes, contentType, address: url });
    return { kind, feed, etag, lastModified };
  } catch (error) {
    const reason = reasonOf(error);
    return { kind: 'unreadable', reason, retryAfterMs: 0 };
  }
}

/** The feed's articles that are not stored yet, and when its undated items were first seen. */
async function findArticles(
  { feeds, articles, getCoins }: FeedRefreshDeps,
  { feed, before, parsed, now }: { feed: Feed; before: FeedState; parsed: ParsedFeed; now: Instant },
  getTitles: GetTitles,
): Promise<{ articles: NewArticle[]; firstSeen: FirstSeen }> {
  const { address } = feed;
  const configured = new Set(feeds.map((one) => one.address));
  const stored = await articles.findKnown(parsed.items.flatMap((item) => keysOf(item, address)));
  const storedDates = new Map([...stored].map(([key, { publishedAt }]) => [key, publishedAt]));
  const { dated, firstSeen } = dateItems(parsed.items, {
    feed: address,
    stored: storedDates,
    previous: before.firstSeen,
    now,
  });
  // An article that only a removed feed has is taken over.
  const isShown = (key: string) => configured.has(stored.get(key)?.feed ?? '');
  const isKnown = (item: ParsedItem) => keysOf(item, address).some(isShown);
  const unknown = dated.filter((item) => item.publishedAt >= now - keptMs && !isKnown(item));
  const titles = await getTitles(unknown.map(({ publishedAt }) => publishedAt));
  // The publisher may have changed a stored article's title.
  for (const { title, publishedAt } of dated.filter(isKnown)) titles.add(title, publishedAt);
  const found = toArticles(unknown, {
    feed: address,
    source: feed.name ?? sourceName(parsed.title, address),
    titles,
    dailyLimit: createDailyLimit(await articles.countByDay(address)),
    coins: getCoins(),
    now,
  });
  return { articles: found, firstSeen };
}
