import type { NewsCategory } from '#contract/news.ts';
import type { Instant } from '#contract/units.ts';

/** A cleaned feed item: each text is one line of plain text, and the URL is http or https. */
export interface ParsedItem {
  /** The id that the feed gives the item, if any. */
  readonly guid: string | undefined;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Undefined without a readable date. */
  readonly publishedAt: Instant | undefined;
  readonly categories: readonly NewsCategory[];
  /** Further subjects of the text. */
  readonly themes: readonly string[];
}

/** A feed as parsed, whatever its format. */
export interface ParsedFeed {
  /** The feed's title; may be empty. */
  readonly title: string;
  /** In feed order, at most a hundred. */
  readonly items: readonly ParsedItem[];
}
