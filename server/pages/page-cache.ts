import type { EncodedBody } from '../platform/http-cache.ts';

/** A page ready to be sent any number of times. */
export interface ReadyPage {
  readonly status: number;
  readonly body: EncodedBody;
  /** False where data was missing: such a page is made anew for whoever asks next. */
  readonly isComplete: boolean;
}

/**
 * Rendered pages of one state of the market, by path; the state that follows drops them all. Pages carry no user
 * data, so that everyone may be given the same bytes. Those who ask for a page being made wait for it.
 */
export interface PageCache {
  get(path: string, marketVersion: string, make: () => Promise<ReadyPage>): Promise<ReadyPage>;
}

/** A page cache that keeps the `maxPages` pages asked for last. */
export function createPageCache(maxPages: number): PageCache {
  let version = '';
  let pages = new Map<string, Promise<ReadyPage>>();

  return {
    get(path, marketVersion, make) {
      if (marketVersion !== version) {
        version = marketVersion;
        pages = new Map();
      }
      const kept = pages;
      const known = kept.get(path);
      if (known) {
        // The order of a Map is that of insertion: the page asked for last goes to the end.
        kept.delete(path);
        kept.set(path, known);
        return known;
      }
      const made = make();
      kept.set(path, made);
      const forget = () => {
        if (kept.get(path) === made) kept.delete(path);
      };
      made.then((page) => !page.isComplete && forget(), forget);
      if (kept.size > maxPages) kept.delete(kept.keys().next().value as string);
      return made;
    },
  };
}
