import type { NavigateOptions } from './navigate.ts';
import type { PageLocation } from './page-location.ts';

/** The state of a history entry. */
interface EntryState {
  readonly state?: unknown;
  readonly key?: string;
}

/** Reads the location in the address bar. */
function readLocation(isReturn: boolean): PageLocation {
  const { pathname, search, hash } = window.location;
  const entry = history.state as EntryState | null;
  return { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'default', isReturn };
}

/** Puts a URL of this site into the address bar. Throws for any other, because callers may pass untrusted links. */
function writeLocation(to: string, { replace = false, state = null }: NavigateOptions): void {
  const url = new URL(to, window.location.href);
  if (url.origin !== window.location.origin) throw new Error(`${to} is not an address of this site.`);
  const entry: EntryState = { state, key: Math.random().toString(36).slice(2, 10) };
  try {
    if (replace) history.replaceState(entry, '', url);
    else history.pushState(entry, '', url);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    // Browsers refuse very frequent changes, but never a page load.
    window.location.assign(url);
  }
}

/** The address bar and the tab's history. */
export const browserLocation = { read: readLocation, write: writeLocation } as const;
