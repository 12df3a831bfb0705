import { createContext, use } from 'react';

export interface NavigateOptions {
  /** Replaces the entry in the history in place of adding one. */
  readonly replace?: boolean;
  /** Kept with the entry; must be structurally cloneable. */
  readonly state?: unknown;
}

/** Goes to an address of this site: `/path?query#hash`, or `?query` on the page shown. */
export type Navigate = (to: string, options?: NavigateOptions) => void;

export const NavigateContext = createContext<Navigate | null>(null);

/** Always the same function. Call it from events and effects. */
export function useNavigate(): Navigate {
  const navigate = use(NavigateContext);
  if (!navigate) throw new Error('useNavigate needs a router around it.');
  return navigate;
}
