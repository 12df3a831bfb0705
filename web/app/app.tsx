import { useMemo } from 'react';
import { ParamsContext } from '#web/lib/router/match-path.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { matchPage } from './match-page.ts';
import { PageView } from './page-view.tsx';
import { Shell } from './shell/shell.tsx';
import { useDocumentHead } from './use-document-head.ts';
import { usePageChange } from './use-page-change.ts';

/** The whole site. Needs a router and the providers around it. */
export function App() {
  const { pathname } = useLocation();
  const { route, params } = useMemo(() => matchPage(pathname), [pathname]);
  usePageChange();
  return (
    <>
      <Shell>
        <ParamsContext value={params}>
          <PageView route={route} />
        </ParamsContext>
      </Shell>
      <DocumentHead />
    </>
  );
}

/** A separate component, because each change of the cache renders it again, the first right after hydration. */
function DocumentHead() {
  useDocumentHead();
  return null;
}
