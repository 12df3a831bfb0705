/** A part of an article: a paragraph, a heading, a list or a table. */
export type ArticleBlock =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[] }
  | {
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export const categories = ['Comparison', 'Education', 'Technical', 'Tutorial', 'Analysis'] as const;
export type Category = (typeof categories)[number];

/** The part of an article that lists show. */
export interface ArticleHead {
  /** The article's path is `/blog/{slug}`. */
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** `YYYY-MM-DD`. */
  readonly publishDate: string;
  /** In minutes, at 220 words a minute. */
  readonly readTime: number;
  readonly category: Category;
  readonly tags: readonly string[];
  readonly isFeatured: boolean;
  readonly author: string;
  /** Its picture. */
  readonly emoji: string;
}

export type ArticleBody = readonly ArticleBlock[];
