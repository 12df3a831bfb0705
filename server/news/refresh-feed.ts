import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { ArticleStore } from './article-store.ts';
import type { AskFeed, FeedAnswer } from './ask-feed.ts';
import type { FeedState, FeedStore } from './feed-store.ts';
import type { Feed } from './feeds.ts';
import { createDayRoom } from './merge/day-room.ts';
import type { TitleIndex } from './merge/title-index.ts';
import { type CoinLinker, toArticles } from './merge/to-articles.ts';
import type { NewsMetrics } from './metrics.ts';
import { feedBackOff, feedEveryMs } from './pace.ts';
import type { FeedParser } from './parser/feed-parser.ts';
import type { ParsedFeed } from './parser/parsed-feed.ts';
import { sourceName } from './source-name.ts';

export interface RefreshDeps {
  readonly feeds: readonly Feed[];
  readonly articles: ArticleStore;
  readonly states: FeedStore;
  readonly askFeed: AskFeed;
  readonly parser: Pick<FeedParser, 'parse' | 'rest'>;
  /** The coins of the market; null while there are none. */
  readonly getCoins: () => CoinLinker | null;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
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

/**
 * Asks one feed, keeps what is new, and notes when to ask it next. `getTitles` gives the headlines of all feeds.
 * Whatever the feed answers is no failure of ours: it rejects only where the database fails.
 */
export async function refreshFeed(
  deps: RefreshDeps,
  feed: Feed,
  last: FeedState | undefined,
  getTitles: () => Promise<TitleIndex>,
): Promise<void> {
  const { address } = feed;
  const { host } = new URL(address);
  const answer = await deps.askFeed(address, last);
  const parsed = answer.kind === 'new' ? await parse(deps, answer) : answer;
  const now = deps.clock.now();
  const before: FeedState = last ?? neverAsked(address);
  if (parsed.kind === 'read' && answer.kind === 'new') {
    const added = await keep(deps, feed, parsed.feed, await getTitles());
    deps.metrics.countAnswer(host, 'new');
    await deps.states.saveState({
      ...answered(before, now),
      title: parsed.feed.title,
      etag: answer.etag,
      lastModified: answer.lastModified,
      changedAt: added > 0 ? now : before.changedAt,
    });
    return;
  }
  deps.metrics.countAnswer(host, parsed.kind);
  if (parsed.kind === 'unchanged') return deps.states.saveState(answered(before, now));
  const failure = parsed as Failure;
  const failures = before.failures + 1;
  if (failures === 1) deps.logger.info({ feed: host, reason: failure.reason }, 'a news feed cannot be read');
  const wait = feedBackOff(failures, failure.retryAfterMs, deps.random);
  await deps.states.saveState({ ...before, failures, dueAt: now + wait });
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

/** Gives how many articles were new. */
async function keep(
  { articles, getCoins, clock, metrics }: RefreshDeps,
  feed: Feed,
  parsed: ParsedFeed,
  titles: TitleIndex,
): Promise<number> {
  const found = toArticles(parsed, {
    feed: feed.address,
    source: feed.name ?? sourceName(parsed.title, feed.address),
    titles,
    room: createDayRoom(await articles.countByDay(feed.address)),
    coins: getCoins(),
    now: clock.now(),
  });
  const added = await articles.addArticles(found);
  metrics.countArticles(added);
  return added;
}
