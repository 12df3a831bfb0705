import type { EncodedBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '../platform/clock.ts';

/** A page ready to be sent any number of times. */
export interface ReadyPage {
  readonly status: number;
  readonly body: EncodedBody;
  /** False where data was missing: such a page is soon rendered again. */
  readonly isComplete: boolean;
}

/**
 * Rendered pages of one state of the market, by path. The next state drops them all. Pages contain no user data, so that
 * everyone gets the same bytes. Requests for a page that is being rendered share the result.
 */
export interface PageCache {
  get(path: string, marketVersion: string, make: () => Promise<ReadyPage>): Promise<ReadyPage>;
}

interface Kept {
  readonly page: Promise<ReadyPage>;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** How long an incomplete page is kept, so that a failure does not cost a rendering for each visitor. */
const incompleteMs = 2000;

/** Keeps the `maxPages` most recently used pages. */
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
      // A Map is ordered by insertion: the most recently used page goes to the end.
      pages.delete(path);
      if (!known || clock.now() >= known.expiresAt) return keep(path, make());
      pages.set(path, known);
      return known.page;
    },
  };
}
