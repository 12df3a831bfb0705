import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { NumberStyle } from '#contract/currencies/number-style.ts';
import type { Rates } from '#contract/market.ts';
import type { SiteTexts } from '#contract/site.ts';

/** The head of a page. `canonical` and `image` are paths. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex?: boolean;
  readonly image?: string;
}

/** Facts about this site that every page shows or lays out for. */
export interface SiteFacts {
  /** What the operator says of the site. */
  readonly site: SiteTexts;
  /** The address of support. */
  readonly supportEmail: string;
  /** Whether mails are read at `/inbox`, because no mail server is configured. */
  readonly hasLocalInbox: boolean;
  /** Whether there are advertisements, for which pages reserve space. */
  readonly hasAds: boolean;
}

/** In what a page's figures are written. */
export interface PageLook {
  /** A code in lower case; where there is no rate of it, dollars. */
  readonly currency: string;
  readonly numbers: NumberStyle;
}

export interface PageRequest extends SiteFacts {
  /** In lower case, without a query. */
  readonly path: string;
  /** Calls our own API in process. */
  readonly read: (path: string) => Promise<{ status: number; body: string }>;
  /** When the data was fetched upstream (ms). */
  readonly dataAt: number;
  /** The currency to render in. */
  readonly currency: PageCurrency;
  /** The rates of which its rate is one. */
  readonly rates: Rates;
  /** How its numbers are written. */
  readonly numbers: NumberStyle;
}

export interface RenderedPage {
  readonly status: number;
  /** The markup inside the page's root element. */
  readonly html: string;
  readonly head: PageHead;
  /** JSON from which the browser continues. */
  readonly state: unknown;
  /** False where data failed or was too slow: another rendering may have it. */
  readonly isComplete: boolean;
  /** The page's source file. */
  readonly source: string;
}

/** What a page loads: URLs, except `inlineStyles`. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Those of the styles that the page needs, if inlined: nothing else has to load before the first paint. */
  readonly inlineStyles: string;
  /** Modules the script will import. */
  readonly modules: readonly string[];
}

/** The front end as the server sees it: `web/entry-server.tsx`, built or in development. */
export interface PageRenderer {
  /** The path to render. Unknown paths share one, and so one cached page. */
  resolvePath(path: string): Promise<string>;
  /** Every page for the sitemap, except those of coins. */
  listOpenPaths(): Promise<readonly string[]>;
  render(request: PageRequest): Promise<RenderedPage>;
  /** `html`: what is inside the page's root element; its styles are inlined. */
  listAssets(source: string, html: string): PageAssets;
  /** The content security policy of a page; null in development, where Vite's own inline scripts have no hash. */
  policyFor(assets: PageAssets): string | null;
  /** Changes the whole document last: development adds its reload client. */
  finish(path: string, document: string): Promise<string>;
}
