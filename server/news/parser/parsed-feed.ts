import type { NewsCategory } from '#contract/news.ts';

/** An article as its feed has it, cleaned: texts are one line of plain text each, the address is http or https. */
export interface ParsedItem {
  /** What the feed itself tells it by; undefined where it has none. */
  readonly guid: string | undefined;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Milliseconds since 1970; undefined where the feed does not say or cannot be read. */
  readonly publishedAt: number | undefined;
  readonly categories: readonly NewsCategory[];
  /** What it touches besides. */
  readonly themes: readonly string[];
}

export interface ParsedFeed {
  /** The feed's own title; may be empty. */
  readonly title: string;
  /** In the order of the feed, at most a hundred. */
  readonly items: readonly ParsedItem[];
}
