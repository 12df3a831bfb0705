import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOwnRead, noteReducedAnswer } from '#server/platform/http/requester.ts';
import { createBucketRateLimiter } from '#server/platform/limits/bucket-rate-limiter.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { FakeRates, fakeRateService } from '../../tests/support/market/fake-rates.ts';
import { siteContacts, siteTexts } from '../../tests/support/site-texts.ts';
import { maxRendersPerMinute, registerPageRoutes } from './routes.ts';

// A build small enough to read, whose pages print their input.
const entry = `
export const openPaths = ['/', '/known'];
export const resolvePath = (path) => (path.startsWith('/known') || path === '/' || path === '/inbox' ? path : '/404');
let renders = 0;
export async function renderPage({ path, read, supportEmail, hasLocalInbox, dataAt, currency, rates }) {
  renders += 1;
  if (path === '/known-fault') throw new Error('secret detail');
  const data = await read('/api/data');
  return {
    status: path === '/404' ? 404 : data.status >= 400 ? 503 : 200,
    html: '<p>' + path + ' ' + renders + '</p>',
    head: { title: '"<Title>"', description: 'A & B', canonical: path, noindex: path === '/404', image: '/images/coins/x' },
    state: { currency, rates: rates.rates, at: dataAt, data: data.body, text: '</script><!--', mail: supportEmail, inbox: hasLocalInbox },
    isComplete: data.status < 400,
    source: 'web/pages/page.tsx',
  };
}`;
const manifest = {
  'web/entry-browser.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
  },
  'web/pages/page.tsx': { file: 'assets/page.js' },
};

let folder: string;
const apps: FastifyInstance[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  for (const name of ['server', 'web/.vite', 'web/assets'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'server/entry-server.js'), entry);
  writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'web/.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'web/assets/entry.css'), 'p{color:var(--text)}');
  writeFileSync(join(folder, 'web/assets/entry.js'), 'plain');
  writeFileSync(join(folder, 'web/assets/entry.js.br'), 'brotli');
});
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(market = new FakeMarket(), hasLocalInbox = true, rates = new FakeRates()) {
  const app = createBareApp();
  let isFailing = false;
  let isReduced = false;
  let now = fakeNow;
  let newsVersion = '';
  const clock = { now: () => now };
  const ownReads: boolean[] = [];
  app.get('/api/data', async () => {
    ownReads.push(isOwnRead());
    if (isFailing) throw new AppError('market_unavailable', 'Busy.');
    if (isReduced) noteReducedAnswer();
    return { price: 1 };
  });
  const dist = pathToFileURL(`${folder}/`);
  await registerPageRoutes(app, {
    hasLocalInbox,
    hasAds: true,
    site: { ...siteTexts, name: 'Heights & Coins' },
    contacts: siteContacts,
    security: null,
    supportEmail: 'support@example.com',
    market,
    rates: fakeRateService(rates),
    newsVersion: () => newsVersion,
    publicUrl: () => 'https://alti.example',
    limiter: createBucketRateLimiter({ clock, maxSubjects: 10 }),
    isDevelopment: false,
    dist,
    clock,
  });
  apps.push(app);
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url, headers, remoteAddress });
  return {
    app,
    market,
    ownReads,
    get,
    changeNews: () => (newsVersion += '+'),
    fail: (is: boolean) => (isFailing = is),
    reduce: (is: boolean) => (isReduced = is),
    passTime: (ms: number) => (now += ms),
  };
}

describe('the limit on rendering', () => {
  const from = (address: string) => [{}, address] as const;

  it('counts pages not in the cache per network, and lets everything else through', async () => {
    const { get, passTime } = await serve();
    await get('/known-first');
    for (let i = 1; i < maxRendersPerMinute; i++)
      expect((await get(`/known-${i}`, ...from(`127.0.0.${i % 250}`))).statusCode).toBe(200);
    const refused = await get('/known-more');
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('<title>Too many requests | Heights &amp; Coins</title>');
    const cached = await get(`/known-${maxRendersPerMinute - 1}`);
    const gone = await get('/nowhere');
    expect([cached.statusCode, gone.statusCode]).toEqual([200, 429]);
    expect((await get('/api/data')).statusCode).toBe(200);
    expect((await get('/known-more', ...from('198.51.100.1'))).statusCode).toBe(200);
    // Now it is in the cache for everybody.
    expect((await get('/known-more')).statusCode).toBe(200);
    passTime(Number(refused.headers['retry-after']) * 1000);
    expect((await get('/nowhere')).statusCode).toBe(404);
  });
});

describe('pages that are not in the cache', () => {
  it('are rendered with other work in between, and networks take turns', async () => {
    const { get } = await serve();
    const renderOf = async (path: string, address: string) => {
      const { body } = await get(path, {}, address);
      return Number(/<p>\S+ (\d+)<\/p>/.exec(body)?.[1]);
    };
    const first = await renderOf('/known', '192.0.2.1');
    let isDone = false;
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const many = Array.from({ length: 20 }, (_, index) => renderOf(`/known-${index}`, '192.0.2.1'));
    const [own, shared] = [renderOf('/known-own', '198.51.100.1'), renderOf('/known-19', '203.0.113.1')];
    const orders = await Promise.all(many);
    isDone = true;
    expect(Math.max(await own, await shared) - first).toBeLessThan(8);
    expect(await shared).toBe(orders[19]);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a page', () => {
  it('reads its data independently of its first visitor’s rate limits', async () => {
    const { get, ownReads } = await serve();
    await get('/known');
    await get('/api/data');
    expect(ownReads).toEqual([true, false]);
  });

  it('that lacks data because its first visitor’s network had no calls left is soon rendered again', async () => {
    const { get, reduce, passTime } = await serve();
    reduce(true);
    const first = await get('/known');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store']);
    reduce(false);
    passTime(2000);
    const second = await get('/known');
    expect(second.body).not.toBe(first.body);
    passTime(60_000);
    expect((await get('/known')).body).toBe(second.body);
  });

  it('that lacks such data is rendered at once for other networks, and once for each that has no calls left', async () => {
    const { get, reduce } = await serve();
    const from = (address: string) => get('/known', {}, address);
    reduce(true);
    const first = await from('192.0.2.1');
    const other = await from('198.51.100.1');
    expect(other.body).not.toBe(first.body);
    expect([(await from('192.0.2.1')).body, (await from('198.51.100.1')).body]).toEqual([
      other.body,
      other.body,
    ]);
    reduce(false);
    expect((await from('192.0.2.1')).body).toBe(other.body);
    const whole = await from('203.0.113.1');
    expect(whole.headers['cache-control']).toBe('no-cache');
    expect((await from('192.0.2.1')).body).toBe(whole.body);
  });

  it('is a whole document with its data, none of which can end its element', async () => {
    const { get } = await serve();
    const { statusCode, headers, body } = await get('/known');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('<title>&quot;&lt;Title&gt;&quot;</title>');
    expect(body).toContain('<link rel="canonical" href="https://alti.example/known">');
    expect(body).toContain('<meta property="og:image" content="https://alti.example/images/coins/x">');
    expect(body).toContain('<script data-modules="/assets/entry.js /assets/page.js">');
    const positions = ['<style>p{color', 'rel="stylesheet"', '<p>/known', 'id="state"', 'data-modules='].map(
      (part) => body.indexOf(part),
    );
    // Complete styles follow the inlined ones, styles precede what they style, and scripts follow what they read.
    expect(positions.every((position, index) => position > (positions[index - 1] ?? 0))).toBe(true);
    const state = /id="state">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(state)).toMatchObject({
      at: fakeNow,
      data: '{"price":1}',
      text: '</script><!--',
      mail: 'support@example.com',
    });
  });

  it('is compressed, has a tag, and is not sent again to a client that has it', async () => {
    const { get } = await serve();
    const { headers, rawPayload } = await get('/known', { 'accept-encoding': 'br, gzip' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
    });
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<p>/known');
    const again = await get('/known', {
      'accept-encoding': 'br, gzip',
      'if-none-match': String(headers.etag),
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('is made once per version of market and news, whatever the case, query and slash of its URL', async () => {
    const { get, market, changeNews } = await serve();
    const first = (await get('/known')).body;
    expect((await get('/KNOWN/?utm=1')).body).toBe(first);
    changeNews();
    const renewed = (await get('/known')).body;
    expect(renewed).not.toBe(first);
    market.setState('stale');
    const second = (await get('/known')).body;
    expect(second).not.toBe(renewed);
    market.publish(fakeSnapshot({ asOf: fakeNow + 60_000 }));
    expect((await get('/known')).body).not.toBe(second);
  });

  it('without its data is a 503 that nobody caches, until the data is back', async () => {
    const { get, fail, passTime } = await serve();
    fail(true);
    const { statusCode, headers } = await get('/known');
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    fail(false);
    passTime(2000);
    expect((await get('/known')).statusCode).toBe(200);
  });

  it.each(['/%zz', '/else%', '/coins/%FF?a=%zz', '/assets/%E0%A4%A'])(
    'whose path can’t be decoded doesn’t exist: %s',
    async (url) => {
      const { get } = await serve();
      const answer = await get(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await get('/api/%zz')).json().code).toBe('invalid_request');
    },
  );

  it('that does not exist is one page with status 404, never a 304; under /api it is JSON', async () => {
    const { get } = await serve();
    const one = await get('/nowhere');
    expect(one.statusCode).toBe(404);
    expect(one.body).toContain('<meta name="robots" content="noindex">');
    const two = await get('/else/where', { 'if-none-match': '*' });
    expect(two.statusCode).toBe(404);
    expect(two.body).toBe(one.body);
    expect((await get('/api/nowhere')).json()).toMatchObject({ code: 'not_found' });
  });
});

describe('the page of the local inbox', () => {
  it('exists only for this machine, and only if e-mails stay here', async () => {
    const { get } = await serve();
    const local = { host: 'localhost:3000' };
    expect((await get('/inbox', local)).statusCode).toBe(200);
    expect((await get('/Inbox/', { ...local, 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    expect((await get('/inbox', { host: 'altimeter.example' })).statusCode).toBe(404);
    expect((await get('/known', { host: 'altimeter.example' })).statusCode).toBe(200);
    const withMail = await serve(new FakeMarket(), false);
    expect((await withMail.get('/inbox', local)).statusCode).toBe(404);
  });
});

describe('an internal error', () => {
  it('is a page with a reference and no details', async () => {
    const { get } = await serve();
    const { statusCode, headers, body } = await get('/known-fault');
    expect(statusCode).toBe(500);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(body).toContain('<title>Something went wrong | Heights &amp; Coins</title>');
    expect(body).toMatch(/Reference: [\w-]+</);
    expect(body).not.toContain('secret');
  });
});

describe('files of the site', () => {
  it('include assets that may be cached forever, compressed in advance', async () => {
    const { get } = await serve();
    const plain = await get('/assets/entry.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.body).toBe('plain');
    expect((await get('/assets/entry.js', { 'accept-encoding': 'br' })).body).toBe('brotli');
    expect((await get('/assets/none.js')).statusCode).toBe(404);
  });

  it('include an icon, a robots.txt and a sitemap of its open pages and coins', async () => {
    const { get } = await serve();
    expect((await get('/mark.svg')).headers['content-type']).toBe('image/svg+xml');
    expect((await get('/favicon.ico')).headers.location).toBe('/mark.svg');
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://alti.example/sitemap.xml');
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>https://alti.example/</loc>',
      '<loc>https://alti.example/known</loc>',
      '<loc>https://alti.example/coin/bitcoin</loc>',
      '<loc>https://alti.example/coin/ethereum</loc>',
    ]);
  });
});

describe('the currency of a page', () => {
  const stateOf = (body: string) => JSON.parse(/id="state">(.*?)<\/script>/.exec(body)?.[1] ?? '{}');
  const inCurrency = (code: string) => ({ cookie: `altimeter-currency=${code}` });

  it("is the cookie's, with its exact rate and its own bytes", async () => {
    const { get } = await serve();
    const [dollars, euros, again] = [
      await get('/known'),
      await get('/known', inCurrency('eur')),
      await get('/known', inCurrency('EUR')),
    ];
    const asOf = new Date(fakeNow).toISOString();
    expect(stateOf(dollars.body).currency).toEqual({ code: 'usd', rate: '1', asOf, state: 'live' });
    expect(stateOf(euros.body).currency).toEqual({ code: 'eur', rate: '0.86', asOf, state: 'live' });
    expect(stateOf(euros.body).rates.eur).toBe(0.86);
    expect(again.body).toBe(euros.body);
    expect(euros.headers).toMatchObject({
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      'cache-control': 'no-cache',
    });
    expect(euros.headers.etag).not.toBe(dollars.headers.etag);
    const ifNoneMatch = { 'if-none-match': String(dollars.headers.etag) };
    expect((await get('/known', { ...inCurrency('eur'), ...ifNoneMatch })).statusCode).toBe(200);
  });

  it('is dollars if the cookie has no currency or one without a rate, and makes no separate page', async () => {
    const { get } = await serve();
    const { body } = await get('/known');
    for (const code of ['zzz', 'yfi', '%00', 'x'.repeat(99), '../eur', ''])
      expect((await get('/known', inCurrency(code))).body).toBe(body);
  });

  it('has the new rate as soon as there is one', async () => {
    const rates = new FakeRates();
    const { get } = await serve(new FakeMarket(), true, rates);
    await get('/known', inCurrency('eur'));
    rates.set({ usd: '1', eur: '0.87' }, fakeNow + 1000);
    expect(stateOf((await get('/known', inCurrency('eur'))).body).currency.rate).toBe('0.87');
  });

  it('if rare, never evicts pages in common currencies', async () => {
    const codes = [...'abcdefghijklmnop'].flatMap((first) =>
      [...'abcdefghijklmnop'].map((second) => `z${first}${second}`),
    );
    const rates = new FakeRates({
      usd: '1',
      eur: '0.86',
      ...Object.fromEntries(codes.map((code) => [code, '2'])),
    });
    const { get } = await serve(new FakeMarket(), true, rates);
    const rendered = async (code: string, address: string) =>
      (await get('/known', inCurrency(code), address)).body.match(/\/known (\d+)/)?.[1];
    const first = await rendered('eur', '127.0.0.1');
    const rare = await rendered('zaa', '127.0.0.1');
    for (const code of codes) await rendered(code, '127.0.0.1');
    expect(await rendered('eur', '127.0.0.1')).toBe(first);
    expect(await rendered('zaa', '127.0.0.1')).not.toBe(rare);
  });
});
