import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultCurrency, readCurrencyCode } from '#contract/currencies/currency.ts';
import { currencyCookie } from '#contract/currencies/currency-cookie.ts';
import type { SecurityContact, SiteContacts } from '#contract/site.ts';
import { refuseApiPath } from '#server/platform/http/error-handler.ts';
import { isFromThisMachine } from '#server/platform/http/request-origin.ts';
import { requesterAddress, runOwnRead } from '#server/platform/http/requester.ts';
import { trimSlashes } from '#server/platform/http/trim-slashes.ts';
import { isRateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import { networkOf } from '#server/platform/net/network-of.ts';
import { createBuiltRenderer } from './built-renderer.ts';
import { registerContactsRoute } from './contacts-route.ts';
import { createDevelopmentRenderer } from './development-renderer.ts';
import { readNumberStyle } from './number-style.ts';
import type { PageLook } from './page-renderer.ts';
import { sendBusyPage, sendFaultPage } from './send-fault-page.ts';
import { sendPage } from './send-page.ts';
import { createPageService, type PageServiceDeps } from './service.ts';
import { registerSiteFiles } from './site-files.ts';
import { createWarmPages } from './warm-pages.ts';

export interface PageDeps extends Omit<PageServiceDeps, 'read' | 'renderer' | 'maxPages'> {
  /** Where to report a vulnerability; null: no security.txt is served. */
  readonly security: SecurityContact | null;
  readonly contacts: SiteContacts;
  /** Counts renderings per network. It is asked for each page that isn't in the cache. */
  readonly limiter: RateLimiter;
  /** Whether to serve the sources with hot reload instead of the build. */
  readonly isDevelopment: boolean;
  /** The folder of the build, as a file URL ending with a slash. */
  readonly dist?: URL;
}

/** The local inbox. Like its e-mails, its page exists only for clients on this machine. */
const inboxPath = '/inbox';

/** Generous: people rarely come to an uncached page, but a network (/24 or /56) may have many people. */
export const maxRendersPerMinute = 300;
const renderWindows = [{ count: maxRendersPerMinute, ms: 60_000 }];

const builtWeb = new URL('../../dist/', import.meta.url);

/** Everything except the API: pages for all other paths, their assets, robots.txt and the sitemap. */
export async function registerPageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { isDevelopment, dist = builtWeb } = deps;
  registerContactsRoute(app, deps.contacts);
  if (isDevelopment) return registerDevelopment(app, deps);

  await registerAssets(app, dist);
  const renderer = createBuiltRenderer(dist);
  registerSiteFiles(app, { ...deps, listOpenPaths: renderer.listOpenPaths });
  const pages = createPageService({ ...deps, read: createReader(app), renderer });
  // Reads the build and renders the home page before the first visitor arrives.
  const keepWarm = createWarmPages(pages, deps);
  app.addHook('onListen', async () => keepWarm.start());
  app.addHook('onClose', async () => keepWarm.stop());
  app.setNotFoundHandler((request, reply) => {
    refuseApiPath(request);
    const path = pathOf(request);
    const isHidden = path === inboxPath && !(deps.hasLocalInbox && isFromThisMachine(request));
    const countRender = () =>
      takeOrThrow(deps.limiter, [{ subject: `renders of ${networkOf(request.ip)}`, windows: renderWindows }]);
    return pages.get(path, lookOf(request), countRender).then(
      (page) => sendPage(request, reply, isHidden ? { ...page, status: 404 } : page),
      (error) =>
        isRateLimitError(error)
          ? sendBusyPage(error, deps.site.name, reply)
          : sendFaultPage(error, deps.site.name, request, reply),
    );
  });
}

async function registerDevelopment(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const renderer = await createDevelopmentRenderer();
  registerSiteFiles(app, { ...deps, listOpenPaths: renderer.listOpenPaths });
  const pages = createPageService({ ...deps, read: createReader(app), renderer, maxPages: 0 });
  app.addHook('onClose', () => renderer.close());
  app.setNotFoundHandler(async (request, reply) => {
    refuseApiPath(request);
    // Vite's inline scripts have no hashes.
    reply.removeHeader('content-security-policy');
    if (await renderer.serveSource(request, reply)) return reply.hijack();
    return sendPage(request, reply, await pages.get(pathOf(request), lookOf(request)));
  });
}

/** The build's file names contain a digest, so the files never change. */
async function registerAssets(app: FastifyInstance, dist: URL): Promise<void> {
  const root = fileURLToPath(new URL('web/assets/', dist));
  if (!existsSync(root)) return;
  await app.register(serveStatic, {
    root,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // A file name never gets other content, so clients have nothing to revalidate.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    index: false,
  });
}

/** Calls this application in-process on behalf of the visitor. */
function createReader(app: FastifyInstance) {
  return async (path: string) => {
    const remoteAddress = requesterAddress();
    const address = remoteAddress === undefined ? {} : { remoteAddress };
    const own = { isReduced: false };
    const { statusCode, body } = await runOwnRead(
      () => app.inject({ method: 'GET', url: path, ...address }),
      own,
    );
    return { status: statusCode, body, ...own };
  };
}

/** The visitor's chosen currency, and the number style of their language. */
function lookOf(request: FastifyRequest): PageLook {
  return {
    currency: readCurrencyCode(request.cookies[currencyCookie]) ?? defaultCurrency,
    numbers: readNumberStyle(request.headers['accept-language']),
  };
}

/** The path of a request in lower case, without query and trailing slash. */
function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?', 1);
  return trimSlashes(path.toLowerCase()) || '/';
}
