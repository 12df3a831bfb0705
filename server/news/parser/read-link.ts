const maxLength = 2_000;

/** Tracking parameters. */
const tracking = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|igshid|ref_src|cmpid)$/i;

/**
 * The first link to a page: http or https, without credentials, resolved against the feed's URL, without tracking
 * parameters. Undefined if there is none.
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
  // Without a slash it is an id, not a path.
  if (text === '' || text.length > maxLength || !text.includes('/')) return undefined;
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length <= maxLength ? url.href : undefined;
}
