import { waitUntil } from '#server/platform/clock.ts';
import type { FeedState } from '../feed-store.ts';
import { keptMs, linkArticle } from '../merge/to-articles.ts';
import { createFailureLog } from './failure-log.ts';
import { type RefreshDeps, type Refreshed, refreshFeed } from './feed-refresh.ts';
import { longestWaitMs, wholeEveryMs } from './pace.ts';
import { createTitleDays } from './title-days.ts';

/** Feeds that are asked at the same time. */
const maxAtOnce = 4;
const linksAtOnce = 200;

/**
 * Asks the feeds that are due, each by itself: what is wrong with one is nothing to the others. Gives a function that
 * does one round; a round asked for while one goes on is left out. Rejects where the database fails.
 */
export function createRefresh(deps: RefreshDeps): () => Promise<void> {
  const { feeds, articles, states, clock, parser } = deps;
  const addresses = feeds.map(({ address }) => address);
  const tellOfFailures = createFailureLog({ addresses, logger: deps.logger });
  /** When all that a feed has was read last, by this process: what is kept may be of another list of feeds. */
  const wholeAt = new Map<string, number>();
  let isRunning = false;

  function hasReadWhole(address: string, now: number): boolean {
    const passed = now - (wholeAt.get(address) ?? Number.NEGATIVE_INFINITY);
    // Where the clock was set back, articles may have gone meanwhile.
    return passed >= 0 && passed < wholeEveryMs;
  }

  async function listDue(now: number) {
    const known = new Map((await states.listStates(addresses)).map((state) => [state.address, state]));
    return feeds
      .map((feed) => ({ feed, last: known.get(feed.address) }))
      .filter(({ last }) => !last || waitUntil(last.dueAt, now, longestWaitMs(last.failures)) === 0);
  }

  async function refreshOnce(): Promise<void> {
    const now = clock.now();
    await linkWaiting(deps, addresses);
    const changed = (await articles.removeOlder(now - keptMs)) + (await articles.bringBack(now));
    if (changed > 0) await states.markChanged(addresses, now);
    // Last: what is known of a feed that is asked is saved as it stands here.
    const due = await listDue(now);
    if (due.length === 0) return;
    const getTitles = createTitleDays(articles, addresses);
    const round = new Map<string, Refreshed>();
    await forEachAtOnce(due, async ({ feed, last }) => {
      const isWhole = !hasReadWhole(feed.address, now);
      const refreshed = await refreshFeed(deps, feed, isWhole ? withoutMarks(last) : last, getTitles);
      if (refreshed.kind === 'new') wholeAt.set(feed.address, now);
      round.set(feed.address, refreshed);
    });
    tellOfFailures(round);
    await parser.rest();
  }

  return async () => {
    if (isRunning) return;
    isRunning = true;
    await refreshOnce().finally(() => {
      isRunning = false;
    });
  };
}

/** To be asked for all it has. */
const withoutMarks = (state: FeedState | undefined): FeedState | undefined =>
  state && { ...state, etag: null, lastModified: null };

/** Links the articles that came while the coins of the market were not known. */
async function linkWaiting(
  { articles, states, getCoins, clock }: RefreshDeps,
  addresses: readonly string[],
): Promise<void> {
  const coins = getCoins();
  if (!coins) return;
  const waiting = await articles.listUnlinked(addresses, linksAtOnce);
  if (waiting.length === 0) return;
  await articles.linkArticles(waiting.map((article) => linkArticle(article, coins)));
  await states.markChanged(addresses, clock.now());
}

/** Waits for all, also where one fails. */
async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const takeTurns = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: maxAtOnce }, takeTurns));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
