import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import type { ArticleLink, NewArticle, StoredArticle } from '../article.ts';
import type { FindCoins, KnownCoin } from '../classify/find-coins.ts';
import type { DailyLimit } from './daily-limit.ts';
import type { DatedItem } from './first-seen.ts';
import type { TitleIndex } from './title-index.ts';
import { guidKey, urlKey } from './url-key.ts';

/** Links articles to the market's coins. */
export interface CoinLinker {
  readonly find: FindCoins;
  readonly names: ReadonlyMap<CoinId, KnownCoin>;
}

/** What decides which of a feed's items become articles. */
export interface MergeContext {
  readonly feed: string;
  readonly source: string;
  /** The stored titles, to which new ones are added. */
  readonly titles: TitleIndex;
  readonly dailyLimit: DailyLimit;
  /** Null while the market's coins are unknown. */
  readonly coins: CoinLinker | null;
  readonly now: Instant;
}

/** How long articles are kept. */
export const keptMs: Milliseconds = 30 * 24 * 60 * 60_000;

/**
 * The articles of a feed to keep: at most 30 days old, without a similar title on the same day, and within the feed's
 * daily limit.
 */
export function toArticles(items: readonly DatedItem[], context: MergeContext): NewArticle[] {
  return items.flatMap((item) => toArticle(item, context) ?? []);
}

function toArticle(item: DatedItem, context: MergeContext): NewArticle | undefined {
  const { feed, source, titles, dailyLimit, now } = context;
  const { title, summary, url, categories, publishedAt } = item;
  if (publishedAt < now - keptMs || titles.hasSimilar(title, publishedAt)) return undefined;
  if (!dailyLimit.take(publishedAt)) return undefined;
  titles.add(title, publishedAt);
  // `Market` means "anything else", which is not a topic.
  const subjects = categories.filter((category) => category !== 'Market');
  const article: StoredArticle = {
    id: urlKey(url),
    source,
    url,
    title,
    summary,
    publishedAt,
    categories,
    topics: [...new Set([...subjects, ...item.themes])],
    coins: null,
  };
  return {
    ...article,
    ...(context.coins && linkArticle(article, context.coins)),
    feed,
    guidKey: item.guid === undefined ? null : guidKey(feed, item.guid),
  };
}

/** Links an article to the coins it mentions, which also become topics. */
export function linkArticle(
  article: Pick<StoredArticle, 'id' | 'title' | 'summary' | 'topics'>,
  { find, names }: CoinLinker,
): ArticleLink {
  const coins = find(`${article.title}\n${article.summary}`);
  const coinNames = coins.map((coinId) => names.get(coinId)?.name ?? coinId);
  return { id: article.id, coins, topics: [...new Set([...article.topics, ...coinNames])] };
}
