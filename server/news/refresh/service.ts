import type { Instant } from '#contract/units.ts';
import { waitUntil } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import {
  addArticles,
  linkArticles,
  redateFutureArticles,
  removeArticlesBefore,
} from '../article-write-store.ts';
import type { FeedState } from '../feed-store.ts';
import type { Feed } from '../feeds.ts';
import { keptMs, linkArticle } from '../merge/to-articles.ts';
import { createFailureLog } from './failure-log.ts';
import { maxWaitMs, wholeEveryMs } from './feed-back-off.ts';
import { type FeedRefreshDeps, type FeedResult, refreshFeed } from './feed-refresh.ts';
import { createTitleDays, type GetTitles } from './title-days.ts';

export interface RefreshDeps extends FeedRefreshDeps {
  readonly db: Database;
  readonly wakeUps?: Pick<WakeUps, 'send'>;
  /** Whether this process may still refresh, guaranteed until the transaction ends. */
  readonly mayWrite: (tx: Tx) => Promise<boolean>;
  /** Called after each feed, so that its articles are listed while others are still loading. */
  readonly onSaved: () => Promise<void>;
}

/** How many feeds are read at a time: more than ever hang at once, with at most 32 MiB of responses in memory. */
const maxAtOnce = 16;
const maxLinks = 200;

/**
 * Refreshes the feeds that are due; a failing feed does not affect the others. Returns a function that runs one round,
 * and does nothing while a round is running. Rejects if the database fails.
 */
export function createRefresh(deps: RefreshDeps): () => Promise<void> {
  const { feeds, clock, parser } = deps;
  const addresses = feeds.map(({ address }) => address);
  const logFailures = createFailureLog({ addresses, logger: deps.logger });
  /** When this process last read a feed in full: the stored articles may be from a different list of feeds. */
  const wholeAt = new Map<string, Instant>();
  let isRunning = false;

  function hasReadWhole(address: string, now: Instant): boolean {
    const passed = now - (wholeAt.get(address) ?? Number.NEGATIVE_INFINITY);
    // If the clock was set back, articles may have been removed in between.
    return passed >= 0 && passed < wholeEveryMs;
  }

  async function refreshDue(now: Instant): Promise<void> {
    const due = await listDue(deps, addresses, now);
    if (due.length === 0) return;
    const getTitles = createTitleDays(deps.articles, addresses);
    const round = new Map<string, FeedResult>();
    await forEachAtOnce(due, async ({ feed, last }) => {
      const isWhole = !hasReadWhole(feed.address, now);
      const result = await refreshAndSave(
        deps,
        { feed, last: isWhole ? withoutValidators(last) : last },
        getTitles,
      );
      if (result.kind === 'new') wholeAt.set(feed.address, now);
      round.set(feed.address, result);
      if (result.kind !== 'aborted') await deps.onSaved();
    });
    logFailures(round);
    await parser.stop();
  }

  async function refreshOnce(): Promise<void> {
    const now = clock.now();
    await linkWaiting(deps, addresses);
    await removeOutdated(deps, addresses, now);
    // Last, because it reads the feeds' states, which the previous steps change.
    await refreshDue(now);
  }

  return async () => {
    if (isRunning) return;
    isRunning = true;
    await refreshOnce().finally(() => {
      isRunning = false;
    });
  };
}

interface DueFeed {
  readonly feed: Feed;
  /** Undefined if never requested before. */
  readonly last: FeedState | undefined;
}

async function listDue(
  { feeds, states }: RefreshDeps,
  addresses: readonly string[],
  now: Instant,
): Promise<DueFeed[]> {
  const known = new Map((await states.listStates(addresses)).map((state) => [state.address, state]));
  return feeds
    .map((feed) => ({ feed, last: known.get(feed.address) }))
    .filter(({ last }) => !last || waitUntil(last.dueAt, now, maxWaitMs(last.failures)) === 0);
}

/** Makes the next request unconditional. */
const withoutValidators = (state: FeedState | undefined): FeedState | undefined =>
  state && { ...state, etag: null, lastModified: null };

/** Saves a feed's new articles and its state in one transaction, so that neither exists without the other. */
async function refreshAndSave(
  deps: RefreshDeps,
  { feed, last }: DueFeed,
  getTitles: GetTitles,
): Promise<FeedResult> {
  const { result, state, articles } = await refreshFeed(deps, feed, last, getTitles);
  if (!state) return result;
  const added = await transact(deps.db, async (tx) => {
    if (!(await deps.mayWrite(tx))) return 0;
    const configured = deps.feeds.map(({ address }) => address);
    const changes = await addArticles(tx, articles, configured);
    await deps.states.saveState(tx, changes > 0 ? { ...state, changedAt: state.answeredAt } : state);
    await deps.wakeUps?.send(tx, 'news');
    return changes;
  });
  deps.metrics.countArticles(added);
  return result;
}

async function removeOutdated(
  { db, states }: RefreshDeps,
  addresses: readonly string[],
  now: Instant,
): Promise<void> {
  await transact(db, async (tx) => {
    const removed = await removeArticlesBefore(tx, now - keptMs);
    const redated = await redateFutureArticles(tx, now);
    if (removed + redated > 0) await states.markChanged(tx, addresses, now);
  });
}

/** Links articles that arrived while the market's coins were unknown. */
async function linkWaiting(
  { db, articles, states, getCoins, clock }: RefreshDeps,
  addresses: readonly string[],
): Promise<void> {
  const coins = getCoins();
  if (!coins) return;
  const waiting = await articles.listUnlinked(addresses, maxLinks);
  if (waiting.length === 0) return;
  const links = waiting.map((article) => linkArticle(article, coins));
  await transact(db, async (tx) => {
    await linkArticles(tx, links);
    await states.markChanged(tx, addresses, clock.now());
  });
}

/** Waits for all, even if one fails. */
async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const takeTurns = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: maxAtOnce }, takeTurns));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
