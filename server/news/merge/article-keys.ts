import { createHash } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The same for addresses of one page: whatever the scheme, `www.`, the order of what is asked, a slash at the end and
 * the place within the page.
 */
export function urlKey(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  const host = url.host.replace(/^www\./, '');
  return digest(`${host}${url.pathname.replace(/\/+$/, '')}${url.search}`);
}

/** What a feed itself tells an article by; a feed's ids mean nothing beside those of another. */
export function guidKey(feedAddress: string, guid: string): string {
  return digest(`${feedAddress}\n${guid}`);
}
