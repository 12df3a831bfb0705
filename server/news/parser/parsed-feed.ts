import type { NewsCategory } from '#contract/news.ts';
import type { Instant } from '#contract/units.ts';

/** A cleaned item of a feed: texts are one line of plain text each, the URL is http or https. */
export interface ParsedItem {
  /** The feed's own id of the item, if any. */
  readonly guid: string | undefined;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Undefined without a readable date. */
  readonly publishedAt: Instant | undefined;
  readonly categories: readonly NewsCategory[];
  /** Other subjects of the text. */
  readonly themes: readonly string[];
}

export interface ParsedFeed {
  /** The feed's own title; may be empty. */
  readonly title: string;
  /** In the order of the feed, at most a hundred. */
  readonly items: readonly ParsedItem[];
}
