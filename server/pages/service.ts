import { commonCurrencies, type PageCurrency } from '#contract/currencies/currency.ts';
import type { NumberStyle } from '#contract/currencies/number-style.ts';
import type { Instant } from '#contract/units.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { MarketService } from '#server/market/service.ts';
import { compressFully, encodeBody } from '#server/platform/cache/encoded-body.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { SharedTurns } from '#server/platform/http/load/shared-turns.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import { isRateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import { composeDocument } from './document.ts';
import { createPageCache, incompleteMs, type ReadyPage } from './page-cache.ts';
import type { PageLook, PageRenderer, PageRequest, SiteFacts } from './page-renderer.ts';

export interface PageService {
  /**
   * The page of a path (lower case, no query), rendered for signed-out visitors. If it has to be rendered,
   * `beforeRender` is called first; if that rejects, nothing is rendered and `get` rejects too.
   */
  get(path: string, look: PageLook, beforeRender?: () => Promise<void>): Promise<ReadyPage>;
}

export interface PageServiceDeps extends SiteFacts {
  /** Calls our own API in-process for a page's data. */
  readonly read: PageRequest['read'];
  readonly market: MarketService;
  readonly rates: Pick<RateService, 'getPageCurrency' | 'getCurrent' | 'onChange'>;
  /** Changes with each change of the news. */
  readonly newsVersion: () => string;
  /** An origin without a trailing slash. A function, because the port may only be known once the server listens. */
  readonly publicUrl: () => string;
  readonly renderer: PageRenderer;
  readonly maxPages?: number;
  readonly clock?: Clock;
}

/**
 * The maximum number of cached pages: per common currency on average, of all other currencies together, and of all
 * other number styles together.
 */
const defaultMaxPages = 200;
/** Of the pages of common currencies, and of each of the two other caches: a page takes some hundred kilobytes. */
const [maxCommonBytes, maxOtherBytes] = [24 * 1024 * 1024, 8 * 1024 * 1024];
/** Pages that the server makes before anybody asks for them. */
const ownNetwork = 'own';
const networkOfRequester = () => requesterNetwork() ?? ownNetwork;
const isCommon = (code: string) => commonCurrencies.some((common) => common === code);

/**
 * If so many networks get a page without its data within two seconds, no calls are left for anybody, since the last three are
 * kept for others. Rendering it for each further one would only keep all of them waiting.
 */
const maxReduced = 4;

interface Rendering {
  readonly path: string;
  readonly currency: PageCurrency;
  readonly numbers: NumberStyle;
  /** Whom its calls count for. */
  readonly network: string;
  /** The networks for which the page has just been rendered without some of its data. */
  readonly reducedFor: ReducedFor;
}

type ReducedFor = NonNullable<ReadyPage['reducedFor']>;

/** False if the network may cause no further rendering now. */
async function isAllowed(beforeRender: (() => Promise<void>) | undefined): Promise<boolean> {
  try {
    await beforeRender?.();
    return true;
  } catch (error) {
    if (isRateLimitError(error)) return false;
    throw error;
  }
}

/** Renders pages once per version of market and news. */
export function createPageService(deps: PageServiceDeps): PageService {
  const {
    read,
    market,
    rates,
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
  const compact = async (page: ReadyPage) => ({ ...page, body: await compressFully(page.body) });
  const common = createPageCache(
    { maxPages: maxPages * commonCurrencies.length, maxBytes: maxCommonBytes },
    clock,
    compact,
  );
  const others = { maxPages, maxBytes: maxOtherBytes };
  /** A separate cache, so that rare currencies never evict the pages that most visitors read. */
  const rare = createPageCache(others, clock, compact);
  /** Also separate, for common currencies in other number styles. */
  const foreign = createPageCache(others, clock, compact);
  const cacheOf = ({ code }: PageCurrency, numbers: NumberStyle) => {
    if (!isCommon(code)) return rare;
    return numbers === 'en' ? common : foreign;
  };
  let latest: { readonly number: string; readonly parts: readonly unknown[] } = { number: '0', parts: [] };

  /**
   * A new value whenever what pages show has changed, and the same one until then. The snapshot itself is compared,
   * because figures and flags that arrive late don't change its date.
   */
  function versionOf({ asOf, state }: PageCurrency): string {
    const status = market.status();
    const parts = [status.source, status.state, market.snapshot(), newsVersion(), asOf, state];
    if (parts.some((part, index) => part !== latest.parts[index])) {
      latest = { number: String(Number(latest.number) + 1), parts };
    }
    return latest.number;
  }

  const turns = new SharedTurns();

  async function make(
    { path, currency, numbers, network, reducedFor }: Rendering,
    takeTurn: () => Promise<void>,
  ): Promise<ReadyPage> {
    await takeTurn();
    const asOf = market.status().asOf;
    let isReduced = false;
    const page = await renderer.render({
      path,
      async read(apiPath) {
        const answer = await read(apiPath);
        isReduced ||= answer.isReduced;
        await takeTurn();
        return answer;
      },
      site,
      hasLocalInbox,
      supportEmail,
      hasAds,
      dataAt: asOf === null ? 0 : Date.parse(asOf),
      currency,
      rates: rates.getCurrent(),
      numbers,
    });
    // Rendering takes some ten milliseconds, and finding the styles of the result about as long.
    await takeTurn();
    const assets = renderer.listAssets(page.source, page.html);
    const document = composeDocument(page, assets, { publicUrl: publicUrl(), siteName: site.name });
    const body = await encodeBody(await renderer.finish(path, document), {
      contentType: 'text/html; charset=utf-8',
    });
    return {
      status: page.status,
      body,
      policy: renderer.policyFor(assets),
      // Others can get what the first visitor's network could not, so they must not wait for the next version.
      isComplete: page.isComplete && !isReduced,
      reducedFor: isReduced ? addReduced(reducedFor, network) : undefined,
    };
  }

  /** However many others follow, none waits longer for its next rendering than if it had been the only one. */
  function addReduced(reducedFor: ReducedFor, network: string): ReducedFor {
    return withoutPast(reducedFor).set(network, clock.now() + incompleteMs);
  }

  function withoutPast(reducedFor: ReducedFor): Map<string, Instant> {
    const now = clock.now();
    return new Map([...reducedFor].filter(([, until]) => now < until));
  }

  /** Paths that resolve to themselves, so that most requests skip the router. Of limited size. */
  const knownPaths = new Set<string>();

  async function resolvePath(path: string): Promise<string> {
    if (knownPaths.has(path)) return path;
    const resolved = await renderer.resolvePath(path);
    if (knownPaths.size >= maxPages) knownPaths.clear();
    if (resolved === path) knownPaths.add(path);
    return resolved;
  }

  function mayGetMore({ reducedFor }: ReadyPage, network: string): boolean {
    if (!reducedFor) return false;
    const recent = withoutPast(reducedFor);
    return recent.size < maxReduced && !recent.has(network);
  }

  return {
    async get(path, { currency: wanted, numbers }, beforeRender) {
      const resolved = await resolvePath(path);
      const network = networkOfRequester();
      /** The page's place in the caches now: while something is awaited, its data may change. */
      const find = () => {
        const currency = rates.getPageCurrency(wanted);
        const key = `${currency.code} ${numbers} ${resolved}`;
        return { currency, key, version: versionOf(currency), cache: cacheOf(currency, numbers) };
      };
      const render = (reducedFor: ReducedFor) => {
        const { currency, key, version, cache } = find();
        if (turns.isBusy) turns.join(`${version} ${key}`, network);
        const rendering = { path: resolved, currency, numbers, network, reducedFor };
        return cache.get(key, version, () =>
          turns.run(`${version} ${key}`, network, (takeTurn) => make(rendering, takeTurn)),
        );
      };
      const { key, version, cache } = find();
      if (beforeRender && !cache.has(key, version)) await beforeRender();
      let page = await render(new Map());
      // Whoever asks most often for a page would otherwise decide that everybody gets it without its data.
      // If rendering is slow, the networks before may be due again meanwhile, and so it would go on.
      for (let rendered = 1; rendered < maxReduced && mayGetMore(page, network); rendered += 1) {
        if (!(await isAllowed(beforeRender))) return page;
        // Meanwhile it may have got another place.
        const place = find();
        place.cache.drop(place.key, page);
        page = await render(page.reducedFor ?? new Map());
      }
      return page;
    },
  };
}
