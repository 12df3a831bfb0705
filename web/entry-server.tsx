import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { NumberStyle } from '#contract/currencies/number-style.ts';
import type { Rates } from '#contract/market.ts';
import type { SiteTexts } from '#contract/site.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { App } from './app/app.tsx';
import { matchPage } from './app/match-page.ts';
import { notFoundRoute } from './app/page-routes.ts';
import { collectQueries, type PageState } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import type { ApiReader } from './lib/api-client.ts';
import { readApiError } from './lib/errors.ts';
import { writeInStyle } from './lib/money/number-style.ts';
import { pageCurrencyQuery } from './lib/money/page-currency.ts';
import type { PageHead } from './lib/page-module.ts';
import { formatTitle } from './lib/site.ts';
import { globalQuery, statusQuery } from './market/queries.ts';

/** An answer of the API, as text. */
interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

export interface PageRequest {
  /** A path in lower case, without a query, because pages read the query only in the browser. */
  readonly path: string;
  /** Asks our own API, without a network. */
  readonly read: (path: string) => Promise<ApiAnswer>;
  /** The operator's texts about the site. */
  readonly site: SiteTexts;
  readonly supportEmail: string;
  /** No mail server is configured, so e-mails can be read at `/inbox`. */
  readonly hasLocalInbox: boolean;
  /** There are advertisements. */
  readonly hasAds: boolean;
  /** When the data was fetched upstream (ms). */
  readonly dataAt: number;
  /** The currency to render in. */
  readonly currency: PageCurrency;
  /** The rates of all currencies. */
  readonly rates: Rates;
  /** The style of the page's numbers. */
  readonly numbers: NumberStyle;
}

export interface RenderedPage {
  /** 200, 404, or 503 if the page is shown without its data. */
  readonly status: number;
  readonly html: string;
  readonly head: PageHead;
  readonly state: PageState;
  /** False if data failed or was too slow; rendering the page again may succeed. */
  readonly isComplete: boolean;
  /** The page's source file, as named in the build's manifest. */
  readonly source: string;
}

export { openPaths } from './app/open-paths.ts';

/** The path to render for a URL's path. All unknown paths share one page. */
export function resolvePath(path: string): string {
  return matchPage(path).route === notFoundRoute ? '/404' : path;
}

/** Renders a page as signed-out visitors see it, without any user's data. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  const { path, site: texts, supportEmail, hasLocalInbox, hasAds, currency, numbers } = request;
  queryClient.setQueryData(pageCurrencyQuery().queryKey, currency);
  const match = matchPage(path);
  const read = createReader(request);
  const [found] = await Promise.all([
    match.route.module.load().then((page) => page.load?.({ queryClient, read, params: match.params })),
    queryClient.prefetchQuery(globalQuery(read)),
    queryClient.prefetchQuery(statusQuery(read)),
    notFoundRoute.module.load(),
  ]);
  const isMissing = found?.status === 404 && !found.isHandled;
  const route = isMissing ? notFoundRoute : match.route;
  const page = await route.module.load();
  const site = { ...texts, supportEmail, hasLocalInbox, hasAds, missingPath: isMissing ? path : null };
  const render = () => {
    const html = renderToString(
      <StrictMode>
        <Providers queryClient={queryClient} site={site}>
          <StaticRouter path={path}>
            <App />
          </StaticRouter>
        </Providers>
      </StrictMode>,
    );
    const head = page.head({ queryClient, params: match.params, siteName: texts.name });
    return { html, head, queries: collectQueries(queryClient, html) };
  };
  const { html, head, queries } = writeInStyle(numbers, render);
  // Queries for a user's data are never started here, so they don't count as missing.
  const isComplete = queryClient
    .getQueryCache()
    .getAll()
    .every(
      ({ state }) =>
        state.status === 'success' || (state.status === 'pending' && state.fetchStatus === 'idle'),
    );
  queryClient.clear();
  return {
    status: chooseStatus(route === notFoundRoute, found?.status),
    html,
    head: { ...head, title: formatTitle(head.title, texts.name) },
    state: {
      at: request.dataAt,
      ...queries,
      currency,
      ...(numbers !== 'en' && { numbers }),
      site: texts,
      mail: supportEmail,
      inbox: hasLocalInbox,
      ads: hasAds,
      ...(isMissing && { missing: path }),
    },
    isComplete,
    source: route.source,
  };
}

function chooseStatus(isNotFound: boolean, pageStatus: number | undefined): number {
  return isNotFound ? 404 : (pageStatus ?? 200);
}

function createReader({ read }: PageRequest): ApiReader {
  return async <T,>(path: string) => {
    const { status, body } = await read(path);
    if (status >= 400) throw readApiError(status, '', body);
    return JSON.parse(body) as T;
  };
}
