import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from '#web/lib/router/page-location.ts';
import { formatTitle, useSite } from '#web/lib/site.ts';
import { matchPage } from './match-page.ts';
import { notFoundRoute } from './page-routes.ts';

/** Keeps the title and canonical URL up to date with the page and its data, such as a coin's name. */
export function useDocumentHead(): void {
  const { pathname } = useLocation();
  const { missingPath, name: siteName } = useSite();
  const queryClient = useQueryClient();
  const { route, params } = matchPage(pathname);
  const page = (pathname.toLowerCase() === missingPath ? notFoundRoute : route).module.loaded;
  const head = useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => {
      const current = page?.head({ queryClient, params, siteName });
      return current && `${current.canonical}\n${current.title}`;
    },
    () => undefined,
  );
  useEffect(() => {
    if (!head) return;
    const [canonical = '', title = ''] = head.split('\n');
    document.title = formatTitle(title, siteName);
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (link) link.href = new URL(canonical, link.href).href;
  }, [head, siteName]);
}
