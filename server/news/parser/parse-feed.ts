import { cleanText, isVisible, toPlainText } from '#server/platform/http/clean-text.ts';
import { listCategories } from '../classify/categories.ts';
import { listThemes } from '../classify/themes.ts';
import type { ParsedFeed, ParsedItem } from './parsed-feed.ts';
import { type RawItem, readItems } from './read-items.ts';
import { readLink } from './read-link.ts';

const maxItems = 100;
/** The newest are chosen among this many, because not every feed lists them first. */
const maxListed = 1_000;
const maxTitle = 200;
const maxSummary = 320;
const maxTag = 60;
const maxTags = 20;
const maxGuid = 2_000;
/** How many characters of a text are read: a summary is its beginning. */
const maxRead = 20_000;
/** No news is older than the first coin: an earlier date is invalid. */
const firstCoin = Date.UTC(2009, 0, 3);

/**
 * Parses RSS, RDF, Atom or JSON Feed. `address` is the base of relative links. Skips items without a title or an
 * http(s) link. Throws if the text is not a feed.
 */
export function parseFeed(text: string, address: string): ParsedFeed {
  const { title, items } = readItems(text, maxListed);
  return {
    title: toLine(title, maxTitle),
    items: withoutSharedIds(newestOf(items).flatMap((item) => cleanItem(item, address) ?? [])),
  };
}

/** The newest items, in feed order. Those without a date count as new. */
function newestOf(items: readonly RawItem[]): readonly RawItem[] {
  if (items.length <= maxItems) return items;
  const dated = items.map((item) => ({ item, date: dateOf(item) ?? Number.POSITIVE_INFINITY }));
  // Items of the same date keep their order.
  const newest = dated
    .toSorted((one, other) => (one.date === other.date ? 0 : other.date - one.date))
    .slice(0, maxItems);
  const taken = new Set(newest.map(({ item }) => item));
  return items.filter((item) => taken.has(item));
}

/** Drops ids that several items of the feed share. */
function withoutSharedIds(items: readonly ParsedItem[]): ParsedItem[] {
  const pages = new Map<string, Set<string>>();
  for (const { guid, url } of items)
    if (guid !== undefined) pages.set(guid, (pages.get(guid) ?? new Set()).add(url));
  return items.map((item) =>
    (pages.get(item.guid ?? '')?.size ?? 0) > 1 ? { ...item, guid: undefined } : item,
  );
}

function cleanItem(item: RawItem, address: string): ParsedItem | undefined {
  const title = toLine(item.title, maxTitle);
  const url = readLink(item.links, address);
  if (!isVisible(title) || url === undefined) return undefined;
  const summary = item.summaries.map(toSummary).find((text) => text !== '' && text !== title) ?? '';
  const tags = (item.tags ?? []).slice(0, maxTags).flatMap((tag) => toLine(tag, maxTag) || []);
  return {
    guid: item.guid?.slice(0, maxGuid),
    url,
    title,
    summary,
    publishedAt: dateOf(item),
    categories: listCategories({ title, summary, tags }),
    themes: listThemes(`${title}\n${summary}`),
  };
}

/** WordPress appends this to each summary. */
const footer = /\s?The post .{1,300} (?:appeared first on|first appeared on) .{1,100}$/;

const toSummary = (html: string | undefined) => toLine(html, maxSummary, footer);

/** One line of plain text without `dropped`, cut at a word boundary with an ellipsis. */
function toLine(html: string | undefined, maxLength: number, dropped?: RegExp): string {
  if (typeof html !== 'string') return '';
  const whole = cleanText(toPlainText(html.slice(0, maxRead)), 2_000);
  const line = dropped ? whole.replace(dropped, '') : whole;
  const characters = [...line];
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength - 1).join('');
  return `${cut.replace(/\s\S*$/, '').replace(/[\s,;:.–—-]{1,400}$/, '')}…`;
}

const dateOf = ({ dates }: RawItem) => dates.map(readDate).find((date) => date !== undefined);

/** Reads RFC 822 dates as found in practice, and ISO 8601. */
function readDate(text: string | undefined): number | undefined {
  if (typeof text !== 'string') return undefined;
  const date = Date.parse(text.trim().slice(0, 60));
  return Number.isFinite(date) && date >= firstCoin ? date : undefined;
}
