import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { SecurityContact } from '#contract/site.ts';
import type { MarketService } from '#server/market/service.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { composeSecurityText, securityTextPath } from './security-text.ts';

interface SiteFileDeps {
  readonly market: MarketService;
  readonly publicUrl: () => string;
  /** Null: no security.txt is served. */
  readonly security: SecurityContact | null;
  readonly clock?: Clock;
  /** The pages for the sitemap, except those of coins. */
  readonly listOpenPaths: () => Promise<readonly string[]>;
}

type Snapshot = ReturnType<MarketService['snapshot']>;

const oneDay = 'public, max-age=86400';
const oneHour = 'public, max-age=3600';

/** The icon, robots.txt, security.txt, the sitemap, and the push message service worker. */
export function registerSiteFiles(app: FastifyInstance, deps: SiteFileDeps): void {
  const { publicUrl, security, clock = systemClock } = deps;
  const mark = readFileSync(new URL('../../public/mark.svg', import.meta.url));
  const alertsWorker = readFileSync(new URL('../../public/alerts-worker.js', import.meta.url));
  app.get('/mark.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': oneDay }).send(mark),
  );
  app.get('/alerts-worker.js', { schema: { hide: true } }, (_request, reply) =>
    // No caching: browsers check it for updates and must find them.
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(alertsWorker),
  );
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', oneDay).redirect('/mark.svg', 301),
  );
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': oneHour })
      .send(`User-agent: *\nAllow: /\n\nSitemap: ${publicUrl()}/sitemap.xml\n`),
  );
  if (security) {
    app.get(securityTextPath, { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': oneHour })
        .send(composeSecurityText(security, publicUrl(), clock.now())),
    );
  }
  const getSitemap = createSitemap(deps);
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) =>
    sendEncoded(request, reply, await getSitemap(), { 'cache-control': oneHour }),
  );
}

/** Composed once per snapshot: it takes ten times as long as sending it. */
function createSitemap({ market, publicUrl, listOpenPaths }: SiteFileDeps): () => Promise<EncodedBody> {
  let made: { snapshot: Snapshot; origin: string; body: Promise<EncodedBody> } | undefined;

  async function make(snapshot: Snapshot, origin: string): Promise<EncodedBody> {
    const coins = snapshot?.coins ?? [];
    const paths = [
      ...(await listOpenPaths()),
      ...coins.map((coin) => `/coin/${encodeURIComponent(coin.id)}`),
    ];
    const text = composeSitemap(paths.map((path) => origin + path));
    return encodeBody(text, { contentType: 'application/xml; charset=utf-8' });
  }

  return () => {
    const [snapshot, origin] = [market.snapshot(), publicUrl()];
    if (made?.snapshot === snapshot && made.origin === origin) return made.body;
    const one = { snapshot, origin, body: make(snapshot, origin) };
    made = one;
    one.body.catch(() => {
      if (made === one) made = undefined;
    });
    return one.body;
  };
}

function composeSitemap(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');
}
