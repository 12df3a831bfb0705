import { useLazyModule } from '#web/lib/lazy-module.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useSite } from '#web/lib/site.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { notFoundRoute, type PageRoute } from './page-routes.ts';

/** The page of a route, or the 404 page if the server found nothing at the path. */
export function PageView({ route }: { route: PageRoute }) {
  const { missingPath } = useSite();
  const { pathname } = useLocation();
  const shown = pathname.toLowerCase() === missingPath ? notFoundRoute : route;
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(retry) => (
        <FailedPage
          onRetry={() => {
            // Retries a failed load, and renders again after an error.
            shown.module.load().then(retry, retry);
          }}
        />
      )}
    >
      <LoadedPage route={shown} />
    </ErrorBoundary>
  );
}

function LoadedPage({ route }: { route: PageRoute }) {
  const { Page } = useLazyModule(route.module);
  return <Page />;
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="pageWidth">
      <div className={pageState.state} role="alert">
        <h1 className="heading3">This page could not be shown</h1>
        <p>Check your connection and try again.</p>
        <button className={button.secondary} type="button" onClick={onRetry}>
          Retry
        </button>
      </div>
    </div>
  );
}
