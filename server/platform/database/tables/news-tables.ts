/** A feed of news, as it was when it was last asked. */
export interface NewsFeedTable {
  address: string;
  /** Its own; empty where it has none. */
  title: string;
  etag: string | null;
  last_modified: string | null;
  /** In a row, since it last answered. */
  failures: number;
  /** When it is to be asked next. */
  due_at: number;
  answered_at: number | null;
  /** When something of its articles last changed here. */
  changed_at: number | null;
  /** JSON: when what it lists without a date was first seen, by its keys. Null: nothing is known. */
  first_seen: string | null;
}

/** An article of a feed. Its id is made of its address. */
export interface ArticleTable {
  id: string;
  /** What its feed tells it by. */
  guid_key: string | null;
  /** The address of its feed. */
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
  /** JSON: ids; null while the coins of the market were not known. */
  coins: string | null;
}

export interface ArticleCoinTable {
  coin_id: string;
  article_id: string;
}
