import { isApiPath } from './error-handler.ts';

/**
 * The URL to route. A page's path with broken percent-encoding is taken literally: it names no page, and so gets the
 * page that says so. Under `/api` such a path is refused, as everything that can't be read.
 */
export function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%') || isApiPath(url)) return url;
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
