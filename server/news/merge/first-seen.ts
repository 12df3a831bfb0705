import type { ParsedItem } from '../parser/parsed-feed.ts';
import { guidKey, urlKey } from './article-keys.ts';

/** When what has no date of its own was first seen (ms), by the keys of its address and its feed's id. */
export type FirstSeen = ReadonlyMap<string, number>;

export type DatedItem = ParsedItem & { readonly publishedAt: number };

/** More than two answers of a feed hold: what one leaves out is not new in the next. */
const maxRemembered = 500;

/**
 * Dates those items of a feed that have no date, or one from the future: they are of when they were first seen, also
 * where nothing else is left of them. `kept` are those of the articles that are there, `before`
 * what was remembered. Gives what to remember, with those that are listed first.
 */
export function dateItems(
  items: readonly ParsedItem[],
  { feed, kept, before, now }: { feed: string; kept: FirstSeen; before: FirstSeen; now: number },
): { readonly dated: readonly DatedItem[]; readonly firstSeen: FirstSeen } {
  const firstSeen = new Map<string, number>();
  const dated = items.map((item): DatedItem => {
    if (isDated(item, now)) return item;
    const keys = keysOf(item, feed);
    const publishedAt = Math.min(now, ...keys.map((key) => before.get(key) ?? kept.get(key) ?? now));
    for (const key of keys) firstSeen.set(key, publishedAt);
    return { ...item, publishedAt };
  });
  for (const [key, at] of before) {
    if (firstSeen.size >= maxRemembered) break;
    if (!firstSeen.has(key)) firstSeen.set(key, at);
  }
  return { dated, firstSeen };
}

function isDated(item: ParsedItem, now: number): item is DatedItem {
  return item.publishedAt !== undefined && item.publishedAt <= now;
}

/** What an item of a feed is known by. */
export function keysOf({ url, guid }: ParsedItem, feed: string): string[] {
  return guid === undefined ? [urlKey(url)] : [urlKey(url), guidKey(feed, guid)];
}
