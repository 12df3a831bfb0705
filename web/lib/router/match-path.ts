import { createContext, use } from 'react';
import type { PageParams } from '../page-module.ts';

/**
 * The parameters of a path that matches a pattern such as `/coin/:id`, otherwise null. Ignores case and trailing
 * slashes, but parameters keep their case.
 */
export function matchPath(pattern: string, pathname: string): PageParams | null {
  const names: string[] = [];
  const source = pattern.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${source}/*$`, 'i').exec(decodePath(pathname));
  // A relative step is no parameter: in the address of a call it would lead to another one.
  if (!match || match.slice(1).some((part) => /^\.{1,2}$/.test(part))) return null;
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1]?.replaceAll('%2F', '/')]));
}

/** An encoded slash is part of a parameter, so it stays encoded. */
function decodePath(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}

/** Provides the parameters in the page's path. */
export const ParamsContext = createContext<PageParams>({});

/** The parameters in the page's path. */
export const useParams = (): PageParams => use(ParamsContext);
