import { compressFully, encodeBody } from '#server/platform/cache/encoded-body.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { MarketService } from '../market/service.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { composeDocument } from './document.ts';
import { createPageCache, type ReadyPage } from './page-cache.ts';
import type { PageRenderer, PageRequest, SiteFacts } from './page-renderer.ts';

export interface PageService {
  /**
   * The page of a path (lower case, no query), rendered for signed-out visitors. `beforeRender` is called where it has to be
   * rendered; if it rejects, so does this, and nothing is rendered.
   */
  get(path: string, beforeRender?: () => Promise<void>): Promise<ReadyPage>;
}

export interface PageServiceDeps extends SiteFacts {
  /** Calls our own API in process for the data of a page. */
  readonly read: PageRequest['read'];
  readonly market: MarketService;
  /** Changes with the news. */
  readonly newsVersion: () => string;
  /** An origin without a trailing slash. A function, because the port may be known only once the server listens. */
  readonly publicUrl: () => string;
  readonly renderer: PageRenderer;
  readonly maxPages?: number;
  readonly clock?: Clock;
}

const defaultMaxPages = 200;

/** Renders pages once for each state of the market and the news. */
export function createPageService(deps: PageServiceDeps): PageService {
  const {
    read,
    market,
    newsVersion,
    publicUrl,
    site,
    supportEmail,
    hasLocalInbox,
    hasAds,
    renderer,
    maxPages = defaultMaxPages,
    clock = systemClock,
  } = deps;
  const cache = createPageCache(maxPages, clock, async (page) => ({
    ...page,
    body: await compressFully(page.body),
  }));
  let snapshots = 0;
  /** Late figures and marks come without a new date. */
  const numberOf = memoize((_: NonNullable<ReturnType<MarketService['snapshot']>>) => ++snapshots);

  async function make(path: string): Promise<ReadyPage> {
    const asOf = market.status().asOf;
    const page = await renderer.render({
      path,
      read,
      site,
      hasLocalInbox,
      supportEmail,
      hasAds,
      dataAt: asOf === null ? 0 : Date.parse(asOf),
      currency: { code: 'usd', rate: '1', asOf: null, state: 'unavailable' },
      rates: { base: 'usd', rates: {}, asOf: null, state: 'unavailable' },
    });
    const assets = renderer.listAssets(page.source);
    const document = composeDocument(page, assets, { publicUrl: publicUrl(), siteName: site.name });
    const body = await encodeBody(await renderer.finish(path, document), {
      contentType: 'text/html; charset=utf-8',
    });
    return {
      status: page.status,
      body,
      policy: renderer.policyFor(assets),
      isComplete: page.isComplete,
    };
  }

  /** Paths that resolve to themselves, so that most requests skip the router. Bounded. */
  const knownPaths = new Set<string>();

  async function resolvePath(path: string): Promise<string> {
    if (knownPaths.has(path)) return path;
    const resolved = await renderer.resolvePath(path);
    if (knownPaths.size >= maxPages) knownPaths.clear();
    if (resolved === path) knownPaths.add(path);
    return resolved;
  }

  return {
    async get(path, beforeRender) {
      const resolved = await resolvePath(path);
      const { source, state } = market.status();
      const snapshot = market.snapshot();
      const version = `${source} ${state} ${snapshot && numberOf(snapshot)} ${newsVersion()}`;
      if (beforeRender && !cache.has(resolved, version)) await beforeRender();
      return cache.get(resolved, version, () => make(resolved));
    },
  };
}
