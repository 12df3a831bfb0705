import type { PageParams } from '#web/lib/page-module.ts';
import { matchPath } from '#web/lib/router/match-path.ts';
import { notFoundRoute, type PageRoute, pageRoutes } from './page-routes.ts';

export interface PageMatch {
  readonly route: PageRoute;
  /** In lower case, like paths and coin ids. */
  readonly params: PageParams;
}

/** The page at a path. */
export function matchPage(pathname: string): PageMatch {
  for (const route of pageRoutes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params: toLowerCase(params) };
  }
  return { route: notFoundRoute, params: {} };
}

const toLowerCase = (params: PageParams): PageParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value?.toLowerCase()]));
