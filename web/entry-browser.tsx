import './ui/base.css';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { countVisit } from '#web/billing/upgrade/visits.ts';
import { BrowserRouter } from '#web/lib/router/router.tsx';
import { App } from './app/app.tsx';
import { applyStyles } from './app/apply-styles.ts';
import { connectCurrency } from './app/connect-currency.ts';
import { connectSession } from './app/connect-session.ts';
import { matchPage } from './app/match-page.ts';
import { notFoundRoute } from './app/page-routes.ts';
import { type PageState, restoreQueries } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient, retryFailedQueries } from './app/query-client.ts';
import { setNumberStyle } from './lib/money/number-style.ts';
import { watchTheme } from './lib/theme.ts';

const root = document.getElementById('root');
const embedded = document.getElementById('state')?.textContent;
if (!root || !embedded) throw new Error('The page was not rendered by its server.');

const state: PageState = JSON.parse(embedded);
setNumberStyle(state.numbers ?? 'en');
const queryClient = createQueryClient();
restoreQueries(queryClient, state, root);
connectSession(queryClient);
connectCurrency(queryClient);

function Hydrated() {
  useEffect(() => retryFailedQueries(queryClient), []);
  return <App />;
}

function hydrate(container: Element) {
  const site = {
    ...state.site,
    supportEmail: state.mail,
    hasLocalInbox: state.inbox,
    hasAds: state.ads,
    missingPath: state.missing ?? null,
  };
  // As a transition, in slices of a few milliseconds: a slow phone answers to a touch between them.
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <Providers queryClient={queryClient} site={site}>
          <BrowserRouter>
            <Hydrated />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
    );
  });
}

watchTheme();
// Where the document loads this script by itself, as in development, nothing else ends the mark.
delete document.documentElement.dataset.unpainted;
// The page's module comes before hydration: a page that suspends while it hydrates would be rendered twice.
const { route } = matchPage(location.pathname);
const { module } = state.missing === undefined ? route : notFoundRoute;
void Promise.all([module.load(), applyStyles()]).then(() => {
  hydrate(root);
  // Writing to storage waits for its file: not before the page is taken over.
  setTimeout(countVisit);
});
