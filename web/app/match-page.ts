import type { PageParams } from '#web/lib/page-module.ts';
import { matchPath } from '#web/lib/router/match-path.ts';
import { notFoundRoute, type PageRoute, pageRoutes } from './page-routes.ts';

export interface PageMatch {
  readonly route: PageRoute;
  /** In lower case, like paths and coin ids. */
  readonly params: PageParams;
}

/** A coin's id has up to 400 characters, percent-encoded. */
const maxPathLength = 500;

/**
 * The page at a path. A longer one has none, and is not read: it is compared with every page, before any limit on calls, and
 * thousands of slashes would hold up the server for a twentieth of a second.
 */
export function matchPage(pathname: string): PageMatch {
  if (pathname.length > maxPathLength) return { route: notFoundRoute, params: {} };
  for (const route of pageRoutes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params: toLowerCase(params) };
  }
  return { route: notFoundRoute, params: {} };
}

const toLowerCase = (params: PageParams): PageParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value?.toLowerCase()]));
