import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { onePixelPng, startPictureServer } from '../../../tests/support/market/picture-server.ts';
import { createLogoAddresses } from './logo-addresses.ts';
import { registerImageRoutes } from './routes.ts';

let dataDir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'logos-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startProvider(
  answer: (response: ServerResponse) => void = (response) => response.end(onePixelPng),
) {
  const provider = await startPictureServer((_request, response) => answer(response));
  closers.push(provider.close);
  return provider;
}

/** A server whose snapshot has these logos, given as coin id to provider address. */
function serve(logos: Record<string, string>, providerUrl = 'https://api.coingecko.com/api/v3') {
  const coins = Object.entries(logos).map(([id, image]) => fakeCoin(id, { image }));
  const app = createBareApp({ 'content-security-policy': "default-src 'self'" });
  const addresses = createLogoAddresses(new FakeMarket(fakeSnapshot({ coins, trending: [] })));
  registerImageRoutes(app, { addresses, dataDir, providerUrl });
  closers.push(() => app.close());
  return {
    addresses,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
  };
}

describe('GET /images/coins/:id', () => {
  it("sends the provider's logo as bytes of our own, fetched once", async () => {
    const provider = await startProvider();
    const { get } = serve(
      { bitcoin: `${provider.origin}/coins/images/1/large/bitcoin.png?17` },
      provider.origin,
    );
    const [first] = await Promise.all([get('/images/coins/bitcoin'), get('/images/coins/BITCOIN')]);
    expect(first.rawPayload).toEqual(onePixelPng);
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(first.headers['content-encoding']).toBeUndefined();
    const again = await get('/images/coins/bitcoin', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(provider.requests).toEqual(['/coins/images/1/small/bitcoin.png?17']);
    await get('/images/coins/bitcoin?size=large');
    expect(provider.requests[1]).toBe('/coins/images/1/large/bitcoin.png?17');
  });

  it('has its logos again after a restart, even if the provider is gone', async () => {
    const provider = await startProvider();
    const logos = { bitcoin: `${provider.origin}/bitcoin.png` };
    await serve(logos, provider.origin).get('/images/coins/bitcoin');
    await provider.close();
    expect((await serve(logos, provider.origin).get('/images/coins/bitcoin')).rawPayload).toEqual(
      onePixelPng,
    );
  });

  it('keeps apart the pictures of different providers and addresses', async () => {
    const provider = await startProvider();
    const logosAt = (path: string) => ({ bitcoin: `${provider.origin}${path}` });
    await serve(logosAt('/simulated.png'), provider.origin).get('/images/coins/bitcoin');
    await serve(logosAt('/bitcoin.png?1'), provider.origin).get('/images/coins/bitcoin');
    await serve(logosAt('/bitcoin.png?2'), provider.origin).get('/images/coins/bitcoin');
    expect(provider.requests).toEqual(['/simulated.png', '/bitcoin.png?1', '/bitcoin.png?2']);
    const { headers } = await serve({}).get('/images/coins/bitcoin');
    expect(headers['content-type'], 'the packaged icon').toBe('image/svg+xml');
  });

  it('sends the packaged icon, with long caching, if the provider has no logo', async () => {
    const answer = await serve({ bitcoin: '' }).get('/images/coins/bitcoin', { 'accept-encoding': 'br' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=86400',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    });
  });

  it.each([
    ['an SVG that says it is a PNG', (response: ServerResponse) => response.end('<svg onload="alert(1)"/>')],
    [
      'a redirect to this machine',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://localhost:9/' }).end(),
    ],
    ['a fault', (response: ServerResponse) => response.writeHead(500).end()],
  ])('briefly sends the packaged icon instead of %s', async (_name, answer) => {
    const provider = await startProvider(answer);
    const { get } = serve({ bitcoin: `${provider.origin}/bitcoin.png` }, provider.origin);
    const sent = await get('/images/coins/bitcoin');
    expect(sent.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=300',
    });
    expect(sent.body).not.toContain('onload');
    await get('/images/coins/bitcoin');
    expect(provider.requests).toHaveLength(1);
  });

  it('never contacts a server that is not on the list', async () => {
    const stranger = await startProvider();
    await serve({ bitcoin: `${stranger.origin}/bitcoin.png` }).get('/images/coins/bitcoin');
    expect(stranger.requests).toEqual([]);
  });

  it('draws a placeholder for an unknown coin', async () => {
    const answer = await serve({}).get('/images/coins/no-such-coin');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^<svg/);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
  });

  it('knows the logos of coins that were fetched on demand', async () => {
    const provider = await startProvider();
    const { addresses, get } = serve({}, provider.origin);
    addresses.remember('Rare-Coin', `${provider.origin}/rare.png`);
    expect((await get('/images/coins/rare-coin')).rawPayload).toEqual(onePixelPng);
  });

  it.each(['..%2f..%2fpackage.json', '%2e%2e%5cx', '..', 'a%00b', '__proto__'])(
    'reads no other file for the id %s',
    async (id) => {
      const answer = await serve({}).get(`/images/coins/${id}`);
      expect(answer.body).not.toContain('altimeter');
      expect([200, 400, 404]).toContain(answer.statusCode);
      expect((await readdir(dataDir)).filter((name) => name !== 'images')).toEqual([]);
    },
  );

  it('refuses a size it does not have', async () => {
    expect((await serve({}).get('/images/coins/bitcoin?size=huge')).statusCode).toBe(400);
  });
});
