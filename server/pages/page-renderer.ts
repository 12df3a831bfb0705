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

/** Facts about this site that all pages show or reserve space for. */
export interface SiteFacts {
  /** The operator's texts. */
  readonly site: SiteTexts;
  /** The support address. */
  readonly supportEmail: string;
  /** Whether e-mails can be read at `/inbox`, because no mail server is configured. */
  readonly hasLocalInbox: boolean;
  /** Whether there are advertisements, for which pages reserve space. */
  readonly hasAds: boolean;
}

/** The currency and number style of a page. */
export interface PageLook {
  /** A lower-case code; dollars if there is no rate for it. */
  readonly currency: string;
  readonly numbers: NumberStyle;
}

/** An answer of our own API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  /** Whether it lacks something only because the visitor's network has used up its share of the provider's calls. */
  readonly isReduced: boolean;
}

export interface PageRequest extends SiteFacts {
  /** In lower case, without a query. */
  readonly path: string;
  /** Calls our own API in-process. */
  readonly read: (path: string) => Promise<ApiAnswer>;
  /** When the data was fetched from the provider (ms). */
  readonly dataAt: number;
  /** The currency to render in. */
  readonly currency: PageCurrency;
  /** All rates, including that of the currency. */
  readonly rates: Rates;
  /** The number style. */
  readonly numbers: NumberStyle;
}

export interface RenderedPage {
  readonly status: number;
  /** The markup inside the page's root element. */
  readonly html: string;
  readonly head: PageHead;
  /** The state from which the browser continues, to be embedded as JSON. */
  readonly state: unknown;
  /** False if data failed or was too slow; another rendering may have it. */
  readonly isComplete: boolean;
  /** The page's source file. */
  readonly source: string;
}

/** What a page loads: URLs, except `inlineStyles`. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** The styles the page needs, if they are inlined: then the first paint needs no style sheet. */
  readonly inlineStyles: string;
  /** Modules that the script will import. */
  readonly modules: readonly string[];
}

/** The server's interface to the front end, `web/entry-server.tsx`, whether built or in development. */
export interface PageRenderer {
  /** The path to render. All unknown paths resolve to the same one, so they share a cached page. */
  resolvePath(path: string): Promise<string>;
  /** The pages for the sitemap, except those of coins. */
  listOpenPaths(): Promise<readonly string[]>;
  render(request: PageRequest): Promise<RenderedPage>;
  /** `html`: the content of the page's root element, for which styles are inlined. */
  listAssets(source: string, html: string): PageAssets;
  /** The content security policy of a page; null in development, where Vite's inline scripts have no hashes. */
  policyFor(assets: PageAssets): string | null;
  /** The last step, which may change the whole document: development adds the reload client. */
  finish(path: string, document: string): Promise<string>;
}
