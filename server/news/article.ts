/** An article as it is kept. */
export interface KeptArticle {
  /** Made of its address. */
  readonly id: string;
  readonly source: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  /** Ids; null while the coins of the market are not known. */
  readonly coins: readonly string[] | null;
}

export interface NewArticle extends KeptArticle {
  readonly feed: string;
  /** What its feed tells it by. */
  readonly guidKey: string | null;
}

/** Which coins an article names, and the topics it has with them. */
export type ArticleLink = Pick<KeptArticle, 'id' | 'topics'> & { readonly coins: readonly string[] };
