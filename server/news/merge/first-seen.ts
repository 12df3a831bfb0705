import type { Instant } from '#contract/units.ts';
import type { ParsedItem } from '../parser/parsed-feed.ts';
import { guidKey, urlKey } from './url-key.ts';

/** When items were first seen, by the keys of their URL and feed id. */
export type FirstSeen = ReadonlyMap<string, Instant>;

export type DatedItem = ParsedItem & { readonly publishedAt: Instant };

/** More than two answers of a feed hold: an item that one answer omits is not new in the next. */
const maxRemembered = 500;

/**
 * Dates the items of a feed without a date, or with one in the future, to when they were first seen, even where their
 * article is gone. `stored` has the dates of stored articles, `before` what the feed remembered. Returns what to
 * remember, the listed items first.
 */
export function dateItems(
  items: readonly ParsedItem[],
  { feed, stored, before, now }: { feed: string; stored: FirstSeen; before: FirstSeen; now: Instant },
): { readonly dated: readonly DatedItem[]; readonly firstSeen: FirstSeen } {
  const firstSeen = new Map<string, number>();
  const dated = items.map((item): DatedItem => {
    if (isDated(item, now)) return item;
    const keys = keysOf(item, feed);
    const publishedAt = Math.min(now, ...keys.map((key) => before.get(key) ?? stored.get(key) ?? now));
    for (const key of keys) firstSeen.set(key, publishedAt);
    return { ...item, publishedAt };
  });
  for (const [key, at] of before) {
    if (firstSeen.size >= maxRemembered) break;
    if (!firstSeen.has(key)) firstSeen.set(key, at);
  }
  return { dated, firstSeen };
}

function isDated(item: ParsedItem, now: Instant): item is DatedItem {
  return item.publishedAt !== undefined && item.publishedAt <= now;
}

/** The keys that identify an item of a feed. */
export function keysOf({ url, guid }: ParsedItem, feed: string): string[] {
  return guid === undefined ? [urlKey(url)] : [urlKey(url), guidKey(feed, guid)];
}
