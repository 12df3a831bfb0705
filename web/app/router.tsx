import { matchRoutes, type RouteObject } from 'react-router';
import type { PageParams } from '../lib/page-module.ts';
import { notFoundRoute, type PageRoute, pageRoutes } from './page-routes.ts';
import { PageView } from './page-view.tsx';

/** The page routes for React Router. */
export const routeObjects: RouteObject[] = pageRoutes.map((route) => ({
  path: route.path,
  element: <PageView route={route} />,
  handle: route,
}));

export interface PageMatch {
  readonly route: PageRoute;
  /** Lower case, like addresses and coin ids. */
  readonly params: PageParams;
}

/** The page of an address. */
export function matchPage(pathname: string): PageMatch {
  const match = matchRoutes(routeObjects, pathname)?.at(-1);
  if (!match) return { route: notFoundRoute, params: {} };
  const params = Object.entries(match.params).map(([name, value]) => [name, value?.toLowerCase()]);
  return { route: match.route.handle as PageRoute, params: Object.fromEntries(params) };
}
