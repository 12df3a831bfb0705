import { createHash } from 'node:crypto';
import { trimSlashes } from '#server/platform/http/trim-slashes.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The same key for all URLs of one page: ignores the scheme, `www.`, the order of query parameters, a trailing slash and
 * the fragment.
 */
export function urlKey(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  const host = url.host.replace(/^www\./, '');
  return digest(`${host}${trimSlashes(url.pathname)}${url.search}`);
}

/** The key of the id that a feed gives an article (guid). Ids of different feeds are unrelated. */
export function guidKey(feedAddress: string, guid: string): string {
  return digest(`${feedAddress}\n${guid}`);
}
