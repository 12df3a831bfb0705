import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { ArticleStore } from '../article-store.ts';
import type { NewArticleStore } from '../article-write-store.ts';
import type { AskFeed, FeedAnswer } from '../ask-feed.ts';
import type { FeedState, FeedStore } from '../feed-store.ts';
import type { Feed } from '../feeds.ts';
import { createDayRoom } from '../merge/day-room.ts';
import { dateItems, type FirstSeen, keysOf } from '../merge/first-seen.ts';
import { type CoinLinker, keptMs, toArticles } from '../merge/to-articles.ts';
import type { NewsMetrics } from '../metrics.ts';
import type { FeedParser } from '../parser/feed-parser.ts';
import type { ParsedFeed, ParsedItem } from '../parser/parsed-feed.ts';
import { feedBackOff, feedEveryMs } from './pace.ts';
import { sourceName } from './source-name.ts';
import type { GetTitles } from './title-days.ts';

export interface RefreshDeps {
  readonly feeds: readonly Feed[];
  readonly articles: ArticleStore;
  readonly newArticles: NewArticleStore;
  readonly states: FeedStore;
  readonly askFeed: AskFeed;
  readonly parser: Pick<FeedParser, 'parse' | 'rest'>;
  /** The coins of the market; null while there are none. */
  readonly getCoins: () => CoinLinker | null;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: NewsMetrics;
  /** Gives 0 to 1; for the back-off's jitter. */
  readonly random: () => number;
}

type Parsed = { readonly kind: 'read'; readonly feed: ParsedFeed } | Failure;
interface Failure {
  readonly kind: 'unreachable' | 'refused' | 'unreadable';
  readonly reason: string;
  readonly retryAfterMs: number;
}

/** What came of asking a feed. */
export type Refreshed = { readonly kind: 'new' | 'unchanged' | 'left' } | Failure;

/**
 * Asks one feed, keeps what is new, and notes when to ask it next. `getTitles` gives the headlines of all feeds.
 * Whatever the feed answers is no failure of ours: it rejects only where the database fails.
 */
export async function refreshFeed(
  deps: RefreshDeps,
  feed: Feed,
  last: FeedState | undefined,
  getTitles: GetTitles,
): Promise<Refreshed> {
  const { address } = feed;
  const { host } = new URL(address);
  const answer = await deps.askFeed(address, last);
  // The next process asks it at once.
  if (answer.kind === 'left') return answer;
  const parsed = answer.kind === 'new' ? await parse(deps, answer) : answer;
  const now = deps.clock.now();
  const before: FeedState = last ?? neverAsked(address);
  if (parsed.kind === 'read' && answer.kind === 'new') {
    const { added, firstSeen } = await keep(deps, { feed, before, parsed: parsed.feed }, getTitles);
    deps.metrics.countAnswer(host, 'new');
    await deps.states.saveState({
      ...answered(before, now),
      title: parsed.feed.title,
      etag: answer.etag,
      lastModified: answer.lastModified,
      changedAt: added > 0 ? now : before.changedAt,
      firstSeen,
    });
    return { kind: 'new' };
  }
  deps.metrics.countAnswer(host, parsed.kind);
  if (parsed.kind === 'unchanged') {
    await deps.states.saveState(answered(before, now));
    return { kind: 'unchanged' };
  }
  const failure = parsed as Failure;
  const failures = before.failures + 1;
  const wait = feedBackOff(failures, failure.retryAfterMs, deps.random);
  await deps.states.saveState({ ...before, failures, dueAt: now + wait });
  return failure;
}

const neverAsked = (address: string): FeedState => ({
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

const answered = (before: FeedState, now: number): FeedState => ({
  ...before,
  failures: 0,
  dueAt: now + feedEveryMs,
  answeredAt: now,
});

async function parse(deps: RefreshDeps, answer: FeedAnswer & { kind: 'new' }): Promise<Parsed> {
  const { bytes, contentType, url } = answer;
  try {
    return { kind: 'read', feed: await deps.parser.parse({ bytes, contentType, address: url }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'unreadable', reason, retryAfterMs: 0 };
  }
}

/** Gives how many articles were new, and what is to be remembered of those without a date. */
async function keep(
  { feeds, articles, newArticles, getCoins, clock, metrics }: RefreshDeps,
  { feed, before, parsed }: { feed: Feed; before: FeedState; parsed: ParsedFeed },
  getTitles: GetTitles,
): Promise<{ added: number; firstSeen: FirstSeen }> {
  const now = clock.now();
  const { address } = feed;
  const configured = feeds.map((one) => one.address);
  const there = await articles.findKnown(parsed.items.flatMap((item) => keysOf(item, address)));
  const kept = new Map([...there].map(([key, { publishedAt }]) => [key, publishedAt]));
  const { dated, firstSeen } = dateItems(parsed.items, {
    feed: address,
    kept,
    before: before.firstSeen,
    now,
  });
  // One that only a feed of earlier has is to be taken over.
  const isShown = (key: string) => configured.includes(there.get(key)?.feed ?? '');
  const isKnown = (item: ParsedItem) => keysOf(item, address).some(isShown);
  const unknown = dated.filter((item) => item.publishedAt >= now - keptMs && !isKnown(item));
  const titles = await getTitles(unknown.map(({ publishedAt }) => publishedAt));
  // The headline may be another one by now.
  for (const { title, publishedAt } of dated.filter(isKnown)) titles.add(title, publishedAt);
  const found = toArticles(unknown, {
    feed: address,
    source: feed.name ?? sourceName(parsed.title, address),
    titles,
    room: createDayRoom(await articles.countByDay(address)),
    coins: getCoins(),
    now,
  });
  const added = await newArticles.addArticles(found, configured);
  metrics.countArticles(added);
  return { added, firstSeen };
}
