import { createContext, use } from 'react';

/** The server settings that the page needs. */
export interface Site {
  readonly supportEmail: string;
  /** No mail server is configured: mails appear at `/inbox`. */
  readonly hasLocalInbox: boolean;
  /** Advertisements are on. */
  readonly hasAds: boolean;
  /** The path for which the server found nothing: a valid route to something that does not exist. */
  readonly missingPath: string | null;
}

export const SiteContext = createContext<Site>({
  supportEmail: '',
  hasLocalInbox: false,
  hasAds: false,
  missingPath: null,
});

export function useSite(): Site {
  return use(SiteContext);
}
