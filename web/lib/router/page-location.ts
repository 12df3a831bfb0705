import { createContext, use } from 'react';

/** Where the reader is: an entry of the tab's history. */
export interface PageLocation {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** With its `#`, or empty. */
  readonly hash: string;
  /** What the navigation that made the entry passed along. Survives a reload. */
  readonly state: unknown;
  /** Differs between entries; `default` for all that the browser itself loaded. */
  readonly key: string;
  /** Reached by Back, Forward or a load of the page, and not by a link or a call of `navigate`. */
  readonly isReturn: boolean;
}

export const LocationContext = createContext<PageLocation | null>(null);

/** The location being shown. While a page loads this is still the one before. */
export function useLocation(): PageLocation {
  const location = use(LocationContext);
  if (!location) throw new Error('useLocation needs a router around it.');
  return location;
}
