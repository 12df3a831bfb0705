import { createContext, use } from 'react';

/** What is offered on this installation. */
export interface SiteOffers {
  /** There are advertisements. */
  readonly ads: boolean;
  /** The first month of a plan can be had at half the price. */
  readonly firstMonth: boolean;
}

/** What the server tells the page about itself. */
export interface Site {
  readonly supportEmail: string;
  /** No mail server is configured: mails can be read at `/inbox`. */
  readonly hasLocalInbox: boolean;
  readonly offers: SiteOffers;
  /** The path for which the server found nothing: its address is right, but what it names does not exist. */
  readonly missingPath: string | null;
}

export const SiteContext = createContext<Site>({
  supportEmail: '',
  hasLocalInbox: false,
  offers: { ads: false, firstMonth: false },
  missingPath: null,
});

export function useSite(): Site {
  return use(SiteContext);
}
