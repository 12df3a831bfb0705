/** A news feed, as last fetched. */
export interface NewsFeedTable {
  address: string;
  /** The feed's own title; empty if it has none. */
  title: string;
  etag: string | null;
  last_modified: string | null;
  /** Consecutive failures since its last answer. */
  failures: number;
  /** When to fetch it next. */
  due_at: number;
  answered_at: number | null;
  /** When its stored articles last changed. */
  changed_at: number | null;
  /** JSON: when its items without a date were first seen, by item key. Null if unknown. */
  first_seen: string | null;
}

/** An article of a feed. Its id is derived from its address. */
export interface ArticleTable {
  id: string;
  /** The key of its guid in the feed; null if it has none. */
  guid_key: string | null;
  /** The URL of its feed. */
  feed: string;
  source: string;
  url: string;
  title: string;
  summary: string;
  published_at: number;
  /** JSON: names. */
  categories: string;
  /** JSON: names. */
  topics: string;
  /** JSON: coin ids; null if the market's coins were unknown when it was stored. */
  coins: string | null;
}

export interface ArticleCoinTable {
  coin_id: string;
  article_id: string;
}
