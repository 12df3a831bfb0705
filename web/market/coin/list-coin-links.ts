import type { CoinDetail } from '#contract/market.ts';

export interface CoinLink {
  readonly kind: 'website' | 'explorer' | 'repository';
  readonly href: string;
  /** The target, shortened to the host, or to the repository's owner and name. */
  readonly text: string;
}

function toLink(kind: CoinLink['kind'], addresses: readonly string[]): CoinLink | null {
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') continue;
    const host = url.host.replace(/^www\./, '');
    const path = url.pathname.replace(/^\/|\/$/g, '');
    return { kind, href: url.href, text: kind === 'repository' && path ? path : host };
  }
  return null;
}

/** The first valid http(s) URL of each kind. Kinds without one are omitted. */
export function listCoinLinks(links: CoinDetail['links']): CoinLink[] {
  return [
    toLink('website', links.homepage),
    toLink('explorer', links.blockchain_site),
    toLink('repository', links.repos_url.github),
  ].filter((link) => link !== null);
}
