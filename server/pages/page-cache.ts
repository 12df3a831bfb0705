import type { Instant, Milliseconds } from '#contract/units.ts';
import { type EncodedBody, sizeOfBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '#server/platform/clock.ts';

/** A page that can be sent any number of times. */
export interface ReadyPage {
  readonly status: number;
  readonly body: EncodedBody;
  /** Its content security policy, if it has its own. */
  readonly policy: string | null;
  /** False if data was missing; such a page is soon rendered again. */
  readonly isComplete: boolean;
  /**
   * The networks (/24, /56) for which it lacks data that others may get, because they had used up their share of calls, and
   * until when it is not rendered again for them.
   */
  readonly reducedFor?: ReadonlyMap<string, Instant> | undefined;
}

/**
 * Rendered pages by key (path and look), for one version of their data. A new version drops them all. Pages contain no
 * user data, so everyone gets the same bytes. Concurrent requests for a page share one rendering. A page requested a
 * second time is recompressed fully: the first visitor doesn't wait for it, and pages read only once don't cost the
 * extra work.
 */
export interface PageCache {
  get(key: string, version: string, make: () => Promise<ReadyPage>): Promise<ReadyPage>;
  /** Whether `get` would find the page in the cache. */
  has(key: string, version: string): boolean;
  /** Forgets the page, unless another one has since been made. */
  drop(key: string, page: ReadyPage): void;
}

interface Kept {
  page: Promise<ReadyPage>;
  /** As it was made; undefined until then. */
  made: ReadyPage | undefined;
  /** Whether it is, or is being, fully compressed. */
  isCompact: boolean;
  /** 0 until it is made. */
  bytes: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** How long an incomplete page is kept, so that during a failure not every visitor costs a rendering. */
export const incompleteMs: Milliseconds = 2000;

/** Keeps the most recently used pages within these bounds. `compact` recompresses a page fully. */
export function createPageCache(
  { maxPages, maxBytes }: { readonly maxPages: number; readonly maxBytes: number },
  clock: Clock,
  compact: (page: ReadyPage) => Promise<ReadyPage>,
): PageCache {
  let heldVersion = '';
  let pages = new Map<string, Kept>();
  let bytes = 0;
  let isCompacting = false;

  function remove(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  }

  function measure(key: string, kept: Kept, { body }: ReadyPage): void {
    if (pages.get(key) !== kept) return;
    bytes += sizeOfBody(body) - kept.bytes;
    kept.bytes = sizeOfBody(body);
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  function keep(key: string, made: Promise<ReadyPage>): Promise<ReadyPage> {
    const kept: Kept = {
      page: made,
      made: undefined,
      isCompact: false,
      bytes: 0,
      expiresAt: Number.POSITIVE_INFINITY,
    };
    pages.set(key, kept);
    if (pages.size > maxPages) remove(pages.keys().next().value as string);
    made.then(
      (page) => {
        kept.made = page;
        measure(key, kept, page);
        if (!page.isComplete) kept.expiresAt = clock.now() + incompleteMs;
      },
      () => {
        kept.expiresAt = 0;
      },
    );
    return made;
  }

  /** Compresses one page at a time, because the threads that compress also read files and compute hashes. */
  async function compactKept(key: string, kept: Kept): Promise<void> {
    isCompacting = true;
    try {
      const page = await kept.page;
      kept.isCompact = true;
      if (!page.isComplete) return;
      const smaller = await compact(page);
      kept.page = Promise.resolve(smaller);
      measure(key, kept, smaller);
    } catch {
      // Keep serving the page as it was.
    } finally {
      isCompacting = false;
    }
  }

  function isFresh(known: Kept | undefined): known is Kept {
    return known !== undefined && clock.now() < known.expiresAt;
  }

  return {
    has: (key, version) => version === heldVersion && isFresh(pages.get(key)),

    drop(key, page) {
      if (pages.get(key)?.made === page) remove(key);
    },

    get(key, version, make) {
      if (version !== heldVersion) {
        heldVersion = version;
        pages = new Map();
        bytes = 0;
      }
      const known = pages.get(key);
      if (!isFresh(known)) {
        remove(key);
        return keep(key, make());
      }
      // A Map keeps insertion order, so move the most recently used page to the end.
      pages.delete(key);
      pages.set(key, known);
      if (!known.isCompact && !isCompacting) void compactKept(key, known);
      return known.page;
    },
  };
}
