import type { EncodedBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '../platform/clock.ts';

/** A page ready to be sent any number of times. */
export interface ReadyPage {
  readonly status: number;
  readonly body: EncodedBody;
  /** False where data was missing: such a page is soon made anew. */
  readonly isComplete: boolean;
}

/**
 * Rendered pages of one state of the market, by path; the state that follows drops them all. Pages carry no user
 * data, so that everyone may be given the same bytes. Those who ask for a page being made wait for it.
 */
export interface PageCache {
  get(path: string, marketVersion: string, make: () => Promise<ReadyPage>): Promise<ReadyPage>;
}

interface Kept {
  readonly page: Promise<ReadyPage>;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** How long a page without its data is given to others: trouble must not cost a rendering for each visitor. */
const incompleteMs = 2000;

/** A page cache that keeps the `maxPages` pages asked for last. */
export function createPageCache(maxPages: number, clock: Clock): PageCache {
  let version = '';
  let pages = new Map<string, Kept>();

  function keep(path: string, made: Promise<ReadyPage>): Promise<ReadyPage> {
    const kept: Kept = { page: made, expiresAt: Number.POSITIVE_INFINITY };
    pages.set(path, kept);
    if (pages.size > maxPages) pages.delete(pages.keys().next().value as string);
    made.then(
      (page) => {
        if (!page.isComplete) kept.expiresAt = clock.now() + incompleteMs;
      },
      () => {
        kept.expiresAt = 0;
      },
    );
    return made;
  }

  return {
    get(path, marketVersion, make) {
      if (marketVersion !== version) {
        version = marketVersion;
        pages = new Map();
      }
      const known = pages.get(path);
      // The order of a Map is that of insertion: the page asked for last goes to the end.
      pages.delete(path);
      if (!known || clock.now() >= known.expiresAt) return keep(path, make());
      pages.set(path, known);
      return known.page;
    },
  };
}
