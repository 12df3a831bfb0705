import { useRoutes } from 'react-router';
import { routeObjects } from './router.tsx';
import { Shell } from './shell/shell.tsx';
import { useDocumentHead } from './use-document-head.ts';
import { usePageChange } from './use-page-change.ts';

/** The whole site, inside a router and the providers. */
export function App() {
  const page = useRoutes(routeObjects);
  useDocumentHead();
  usePageChange();
  return <Shell>{page}</Shell>;
}
