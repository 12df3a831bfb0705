import { createContext, use } from 'react';

export interface NavigateOptions {
  /** Replaces the history entry instead of adding one. */
  readonly replace?: boolean;
  /** Kept with the entry. Must be structurally cloneable. */
  readonly state?: unknown;
}

/** Navigates within this site: to `/path?query#hash`, or to `?query` on the shown page. */
export type Navigate = (to: string, options?: NavigateOptions) => void;

/** Provides the router's `navigate`. */
export const NavigateContext = createContext<Navigate | null>(null);

/** Returns a stable function to navigate with. Call it from events and effects. Throws outside a router. */
export function useNavigate(): Navigate {
  const navigate = use(NavigateContext);
  if (!navigate) throw new Error('useNavigate needs a router around it.');
  return navigate;
}
