const maxLength = 2_000;

/** What is in an address to follow its reader, and leads nowhere. */
const tracking = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|igshid|ref_src|cmpid)$/i;

/**
 * The first of some links that leads to a page: http or https, without a password, resolved against the address of
 * its feed and without what is there to follow its reader. Undefined where there is none.
 */
export function readLink(links: readonly (string | undefined)[], feedAddress: string): string | undefined {
  for (const link of links) {
    const url = toUrl(link, feedAddress);
    if (url !== undefined) return url;
  }
  return undefined;
}

function toUrl(link: string | undefined, base: string): string | undefined {
  const text = typeof link === 'string' ? link.trim() : '';
  // What has no slash is an id, not a path.
  if (text === '' || text.length > maxLength || !text.includes('/')) return undefined;
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length <= maxLength ? url.href : undefined;
}
