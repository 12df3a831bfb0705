import { createContext, use } from 'react';

/** The server's settings that the page needs. */
export interface Site {
  readonly supportEmail: string;
  /** No mail server is configured: mails can be read at `/inbox`. */
  readonly hasLocalInbox: boolean;
  /** There are advertisements. */
  readonly hasAds: boolean;
  /** The path for which the server found nothing: its address is right, but what it names does not exist. */
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
