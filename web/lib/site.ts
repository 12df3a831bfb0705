import { createContext, use } from 'react';
import type { SiteTexts } from '#contract/site.ts';

/** The server settings that the page needs. */
export interface Site extends SiteTexts {
  readonly supportEmail: string;
  /** No mail server is configured, so e-mails appear at `/inbox`. */
  readonly hasLocalInbox: boolean;
  /** Advertisements are on. */
  readonly hasAds: boolean;
  /** The requested path if it matches a route but the server found nothing there; otherwise null. */
  readonly missingPath: string | null;
}

/** The site's settings. The default is only for tests. */
export const SiteContext = createContext<Site>({
  name: 'Altimeter',
  social: {},
  claims: { figures: [], refresh: '', investors: '' },
  supportEmail: '',
  hasLocalInbox: false,
  hasAds: false,
  missingPath: null,
});

/** The title of a browser tab. */
export const formatTitle = (page: string, siteName: string): string => `${page} | ${siteName}`;

/** The site's settings. */
export function useSite(): Site {
  return use(SiteContext);
}
