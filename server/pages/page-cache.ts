import type { EncodedBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '../platform/clock.ts';

/** A page ready to be sent any number of times. */
export interface ReadyPage {
  readonly status: number;
  readonly body: EncodedBody;
  /** Its content security policy, if it has one of its own. */
  readonly policy: string | null;
  /** False where data was missing: such a page is soon rendered again. */
  readonly isComplete: boolean;
}

/**
 * Rendered pages of one state of the market, by path. The next state drops them all. Pages contain no user data, so that
 * everyone gets the same bytes. Requests for a page that is being rendered share the result. A page asked for twice is
 * compressed again, fully: the first visitor doesn't wait for it, and pages that are read once don't pay for it.
 */
export interface PageCache {
  get(path: string, marketVersion: string, make: () => Promise<ReadyPage>): Promise<ReadyPage>;
  /** Whether `get` would not have to make it. */
  has(path: string, marketVersion: string): boolean;
}

interface Kept {
  page: Promise<ReadyPage>;
  /** Whether it has been, or is being, compressed as far as possible. */
  isCompact: boolean;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** How long an incomplete page is kept, so that a failure does not cost a rendering for each visitor. */
const incompleteMs = 2000;

/** Keeps the `maxPages` most recently used pages. `compact`: compresses a page again, fully. */
export function createPageCache(
  maxPages: number,
  clock: Clock,
  compact: (page: ReadyPage) => Promise<ReadyPage>,
): PageCache {
  let version = '';
  let pages = new Map<string, Kept>();
  let isCompacting = false;

  function keep(path: string, made: Promise<ReadyPage>): Promise<ReadyPage> {
    const kept: Kept = { page: made, isCompact: false, expiresAt: Number.POSITIVE_INFINITY };
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

  /** One page at a time: the threads that compress also read files and hash. */
  async function compactKept(kept: Kept): Promise<void> {
    if (isCompacting || kept.isCompact) return;
    isCompacting = true;
    try {
      const page = await kept.page;
      kept.isCompact = true;
      if (page.isComplete) kept.page = Promise.resolve(await compact(page));
    } catch {
      // The page stays as it is.
    } finally {
      isCompacting = false;
    }
  }

  function isFresh(known: Kept | undefined): known is Kept {
    return known !== undefined && clock.now() < known.expiresAt;
  }

  return {
    has: (path, marketVersion) => marketVersion === version && isFresh(pages.get(path)),

    get(path, marketVersion, make) {
      if (marketVersion !== version) {
        version = marketVersion;
        pages = new Map();
      }
      const known = pages.get(path);
      // A Map is ordered by insertion: the most recently used page goes to the end.
      pages.delete(path);
      if (!isFresh(known)) return keep(path, make());
      pages.set(path, known);
      void compactKept(known);
      return known.page;
    },
  };
}
