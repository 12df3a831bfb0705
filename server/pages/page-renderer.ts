/** What a page's head says; `canonical` and `image` are paths. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex?: boolean;
  readonly image?: string;
}

/** What every page says of this site, or has room for. */
export interface SiteFacts {
  /** Where people can write to. */
  readonly supportEmail: string;
  /** No mail server is configured: mails can be read at `/inbox`. */
  readonly hasLocalInbox: boolean;
  /** There are advertisements: pages keep their places. */
  readonly hasAds: boolean;
}

export interface PageRequest extends SiteFacts {
  /** In lower case, without a query. */
  readonly path: string;
  /** Asks our own API, without a network. */
  readonly read: (path: string) => Promise<{ status: number; body: string }>;
  /** When the data was fetched upstream (ms). */
  readonly dataAt: number;
}

export interface RenderedPage {
  readonly status: number;
  /** The markup inside the page's root element. */
  readonly html: string;
  readonly head: PageHead;
  /** JSON that the browser takes over. */
  readonly state: unknown;
  /** False where data failed or was too slow: the next visitor may get more. */
  readonly isComplete: boolean;
  /** The source file the page is made of. */
  readonly source: string;
}

/** What a page loads; addresses but for `inlineStyles`. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** The text of these styles, where it stands in the page itself: nothing has to come after it before the first paint. */
  readonly inlineStyles: string;
  /** Modules the script will ask for. */
  readonly modules: readonly string[];
}

/** The web as the server knows it: `web/entry-server.tsx`, built or in development. */
export interface PageRenderer {
  /** The path to render for an address: unknown addresses share one, so that they share one cached page. */
  resolvePath(path: string): Promise<string>;
  /** Every page worth finding that is not a coin's. */
  listOpenPaths(): Promise<readonly string[]>;
  render(request: PageRequest): Promise<RenderedPage>;
  listAssets(source: string): PageAssets;
  /** A last change to the whole document; development adds its reload client. */
  finish(path: string, document: string): Promise<string>;
}
