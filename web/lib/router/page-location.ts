import { createContext, use } from 'react';

/** The reader's location, which is an entry in the tab's history. */
export interface PageLocation {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** With its `#`, or empty. */
  readonly hash: string;
  /** The state passed to the navigation that created the entry. Survives a reload. */
  readonly state: unknown;
  /** Differs between entries; `default` for entries that the browser loaded. */
  readonly key: string;
  /** Whether it was reached by Back, Forward or a page load, and not by a link or `navigate`. */
  readonly isReturn: boolean;
}

/** Provides the router's location. */
export const LocationContext = createContext<PageLocation | null>(null);

/** The location of the page on screen: the previous one while a page loads. Throws outside a router. */
export function useLocation(): PageLocation {
  const location = use(LocationContext);
  if (!location) throw new Error('useLocation needs a router around it.');
  return location;
}
