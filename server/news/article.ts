import type { CoinId, Instant } from '#contract/units.ts';

/** An article as stored. */
export interface StoredArticle {
  /** A hash of its URL. */
  readonly id: string;
  readonly source: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: Instant;
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  /** Null while the market's coins are unknown. */
  readonly coins: readonly CoinId[] | null;
}

/** An article as read from a feed. */
export interface NewArticle extends StoredArticle {
  readonly feed: string;
  /** A hash of its id in the feed. */
  readonly guidKey: string | null;
}

/** The coins an article mentions, and its topics, which include those coins' names. */
export type ArticleLink = Pick<StoredArticle, 'id' | 'topics'> & { readonly coins: readonly CoinId[] };
