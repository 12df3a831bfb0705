import type { Instant } from '#contract/units.ts';
import type { ParsedItem } from '../parser/parsed-feed.ts';
import { guidKey, urlKey } from './url-key.ts';

/** When items were first seen, by the keys of their URL and feed id. */
export type FirstSeen = ReadonlyMap<string, Instant>;

export type DatedItem = ParsedItem & { readonly publishedAt: Instant };

/** More keys than two responses of a feed have, so that an item omitted by one response is not new in the next. */
const maxRemembered = 500;

/**
 * Dates items that have no date, or a future one, to when they were first seen, even if their article is gone. `stored`
 * has the dates of stored articles, `previous` what was remembered for the feed. Returns what to remember, listed items
 * first.
 */
export function dateItems(
  items: readonly ParsedItem[],
  { feed, stored, previous, now }: { feed: string; stored: FirstSeen; previous: FirstSeen; now: Instant },
): { readonly dated: readonly DatedItem[]; readonly firstSeen: FirstSeen } {
  const firstSeen = new Map<string, number>();
  const dated = items.map((item): DatedItem => {
    if (isDated(item, now)) return item;
    const keys = keysOf(item, feed);
    const publishedAt = Math.min(now, ...keys.map((key) => previous.get(key) ?? stored.get(key) ?? now));
    for (const key of keys) firstSeen.set(key, publishedAt);
    return { ...item, publishedAt };
  });
  for (const [key, at] of previous) {
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
