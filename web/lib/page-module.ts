import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ApiReader } from './api-client.ts';

/** The parameters of a matched path, such as `id` of `/coin/:id`. */
export type PageParams = Readonly<Record<string, string | undefined>>;

interface PageContext {
  readonly queryClient: QueryClient;
  readonly params: PageParams;
}

interface HeadContext extends PageContext {
  readonly siteName: string;
}

/** The head of a page. `canonical` and `image` are paths; the origin is prepended. */
export interface PageHead {
  /** Without the site's name, which is appended automatically. */
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex?: boolean;
  readonly image?: string;
}

export interface PageOutcome {
  readonly status?: number;
  /** With status 404: the page itself says what is missing, so the 404 page doesn't replace it. */
  readonly isHandled?: boolean;
}

/** A page. Each file in `web/pages` exports one as `page`. */
export interface PageModule {
  readonly Page: ComponentType;
  /** Fills the cache before the server renders the page. */
  load?(context: PageContext & { readonly read: ApiReader }): Promise<PageOutcome | undefined>;
  /**
   * Starts fetching what a user's first view needs. Called in the browser before hydration, only with a token, so that
   * the data need not wait for the page to hydrate and for the user to be known. Hydration must not render it.
   */
  prefetch?(queryClient: QueryClient): void;
  /** Must read only the cache, so that server and browser agree. */
  head(context: HeadContext): PageHead;
}
