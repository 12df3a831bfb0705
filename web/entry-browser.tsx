import './ui/base.css';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getToken } from '#web/accounts/session/session.ts';
import { countVisit } from '#web/billing/upgrade/visits.ts';
import { BrowserRouter } from '#web/lib/router/router.tsx';
import { currentUserQuery } from './accounts/queries.ts';
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
  // As a transition, which renders in slices of a few milliseconds, so that a slow phone can respond to a touch in
  // between.
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
// Needed if the document loads this script directly, as in development: `startScript` is not there to remove the mark.
delete document.documentElement.dataset.unpainted;
// Load the page's module before hydration, because a page that suspends during hydration is rendered twice.
const { route } = matchPage(location.pathname);
const { module } = state.missing === undefined ? route : notFoundRoute;
const hasUser = getToken() !== null;
if (hasUser) void queryClient.prefetchQuery(currentUserQuery());
void Promise.all([module.load(), applyStyles()]).then(([page]) => {
  if (hasUser) page.prefetch?.(queryClient);
  hydrate(root);
  // After hydration, because the first write to the browser's storage waits for the disk.
  setTimeout(countVisit);
});
