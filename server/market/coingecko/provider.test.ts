import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { UpstreamError } from '../provider.ts';
import { createCoinGeckoProvider } from './provider.ts';

const now = Date.UTC(2026, 0, 1);
const signal = new AbortController().signal;
const coins = [{ id: 'bitcoin', name: 'Bitcoin', symbol: 'btc', current_price: 1 }];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A provider connected to a local server with the given answers. */
async function connect(answer: RequestListener, account: { apiKey?: string; plan?: 'demo' | 'pro' } = {}) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createCoinGeckoProvider({
    baseUrl: `http://127.0.0.1:${port}/api/v3`,
    apiKey: account.apiKey,
    plan: account.plan ?? 'public',
    clock: { now: () => now },
  });
}

/** Answers everything with one status and body, and records the requests. */
function replay(status: number, body: unknown, headers: Record<string, string> = {}) {
  const requests: { url: URL; headers: NodeJS.Dict<string | string[]> }[] = [];
  const answer: RequestListener = (request, response) => {
    requests.push({ url: new URL(request.url ?? '', 'http://host'), headers: request.headers });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return { requests, answer };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (error: UpstreamError) => error,
  );

describe('a request', () => {
  it('has the path below the configured address, in dollars, for 250 coins', async () => {
    const { requests, answer } = replay(200, coins);
    const provider = await connect(answer);
    expect((await provider.listCoins(signal)).rows).toHaveLength(1);
    expect(requests[0]?.url.pathname).toBe('/api/v3/coins/markets');
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      vs_currency: 'usd',
      order: 'market_cap_desc',
      per_page: '250',
      page: '1',
      sparkline: 'true',
      price_change_percentage: '1h,24h,7d',
    });
  });

  it.each([
    ['public', {}, undefined, undefined],
    ['public with a key', { apiKey: 'k1' }, 'k1', undefined],
    ['demo', { apiKey: 'k2', plan: 'demo' as const }, 'k2', undefined],
    ['pro', { apiKey: 'k3', plan: 'pro' as const }, undefined, 'k3'],
  ])('carries the key of the %s plan and nothing about this machine', async (_, account, demo, pro) => {
    const { requests, answer } = replay(200, coins);
    await (await connect(answer, account)).listCoins(signal);
    const headers = requests[0]?.headers ?? {};
    expect(headers['x-cg-demo-api-key']).toBe(demo);
    expect(headers['x-cg-pro-api-key']).toBe(pro);
    expect(headers['user-agent']).toBe('Altimeter');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it.each([
    ['public', 'max', 'daily', '365', 'daily'],
    ['pro', 'max', 'daily', 'max', 'daily'],
    ['public', 7, 'auto', '7', null],
  ] as const)(
    'on the %s plan, for %s days at the interval %s, asks for %s days at %s',
    async (plan, days, interval, askedDays, askedInterval) => {
      const { requests, answer } = replay(200, { prices: [[1_700_000_000_000, 1]] });
      const provider = await connect(answer, plan === 'pro' ? { plan, apiKey: 'k' } : {});
      expect((await provider.getHistory('bitcoin', days, interval, signal))?.prices).toHaveLength(1);
      expect(requests[0]?.url.pathname).toBe('/api/v3/coins/bitcoin/market_chart');
      expect(requests[0]?.url.searchParams.get('days')).toBe(askedDays);
      expect(requests[0]?.url.searchParams.get('interval')).toBe(askedInterval);
    },
  );

  it('names the currency of a history and of candles, dollars by default', async () => {
    const { requests, answer } = replay(200, { prices: [[1_700_000_000_000, 1]] });
    const provider = await connect(answer);
    await provider.getHistory('bitcoin', 7, 'daily', signal);
    await provider.getHistory('bitcoin', 7, 'daily', signal, 'eur');
    await failureOf(provider.listCandles('bitcoin', 7, signal, 'gbp'));
    expect(requests.map(({ url }) => url.searchParams.get('vs_currency'))).toEqual(['usd', 'eur', 'gbp']);
  });

  it('never leaves its path', async () => {
    const { requests, answer } = replay(200, {});
    const provider = await connect(answer);
    expect(await provider.getCoin('..', signal)).toBeNull();
    await failureOf(provider.getCoin('%2e%2e%2fping', signal));
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/v3/coins/%252e%252e%252fping']);
  });

  it.each(['list', 'markets', 'categories'])(
    'takes no other path of the provider for a coin: %s',
    async (id) => {
      const { requests, answer } = replay(200, [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }]);
      const provider = await connect(answer);
      expect(await provider.getCoin(id, signal)).toBeNull();
      expect(await provider.getHistory(id, 7, 'daily', signal)).toBeNull();
      expect(requests).toEqual([]);
    },
  );
});

describe('an unusable answer', () => {
  it.each([
    ['HTML with status 200', 200, '<!DOCTYPE html><title>Access denied</title>', 'unreadable'],
    ['truncated JSON', 200, '[{"id":"bitcoin","curr', 'unreadable'],
    ['nothing', 200, '', 'unreadable'],
    ['another shape', 200, { coins: 1 }, 'unreadable'],
    ['no coin at all', 200, [], 'unreadable'],
    ['null', 200, 'null', 'unreadable'],
    [
      'an error with status 200',
      200,
      { status: { error_code: 429, error_message: 'slow down' } },
      'rate_limited',
    ],
    ['429', 429, { status: { error_code: 429, error_message: 'slow down' } }, 'rate_limited'],
    ['500', 500, '<html>', 'unavailable'],
    ['503', 503, '', 'unavailable'],
    ['401', 401, { error: { status: { error_code: 10_012, error_message: 'too far back' } } }, 'refused'],
    ['422', 422, { error: 'Missing parameter vs_currency' }, 'refused'],
    ['a redirect', 302, '', 'refused'],
  ])('%s (%d) is an UpstreamError', async (_, status, body, failure) => {
    const { requests, answer } = replay(
      status,
      body,
      status === 302 ? { location: '/api/v3/elsewhere' } : {},
    );
    const error = await failureOf((await connect(answer)).listCoins(signal));
    expect(error).toMatchObject({ name: 'UpstreamError', failure });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['119', 119_000],
    ['3600', 120_000],
    [new Date(now + 42_000).toUTCString(), 42_000],
    [new Date(now - 42_000).toUTCString(), 0],
    ['soon', undefined],
  ])('Retry-After: %s', async (value, wait) => {
    const { answer } = replay(429, {}, { 'retry-after': value });
    const error = await failureOf((await connect(answer)).listCoins(signal));
    expect(error.retryAfterMs).toBe(wait);
  });

  it.each([
    [{ error: 'coin not found' }, 'text'],
    [{ status: { error_message: 'API Key Missing' } }, 'API Key Missing'],
    [
      { error: { status: { error_message: 'exceeds the allowed time range. ' } } },
      'exceeds the allowed time range.',
    ],
    ['<title>Access denied</title>', 'Access denied'],
  ])('%j says why', async (body, words) => {
    const error = await failureOf((await connect(replay(403, body).answer)).listCoins(signal));
    expect(error.message).toContain(words === 'text' ? 'coin not found' : words);
  });

  it('an endless body ends at the cap', async () => {
    const provider = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write('['.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const error = await failureOf(provider.listCoins(signal));
    expect(error).toMatchObject({ failure: 'unreadable', message: expect.stringContaining('larger than') });
  });

  it('a body that never ends is ended by the signal', async () => {
    const controller = new AbortController();
    const provider = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[', () => controller.abort());
    });
    expect(await failureOf(provider.listCoins(controller.signal))).toMatchObject({ failure: 'timeout' });
  });

  it('a reset connection is unavailable', async () => {
    const provider = await connect((request) => request.socket.destroy());
    expect(await failureOf(provider.listCoins(signal))).toMatchObject({ failure: 'unavailable' });
  });
});

describe('an answer with faults', () => {
  it('reads bare NaN and Infinity as null, but not inside names', async () => {
    const body =
      '[{"id":"a","name":"NaN \\"Infinity","current_price":NaN,"ath":-Infinity},{"id":"b","current_price":2}]';
    const { rows } = await (await connect(replay(200, body).answer)).listCoins(signal);
    expect(rows.map(({ name, current_price }) => [name, current_price])).toEqual([
      ['NaN "Infinity', null],
      ['b', 2],
    ]);
  });

  it('for another coin is rejected', async () => {
    const provider = await connect(replay(200, { id: 'bitcoin', name: 'Bitcoin' }).answer);
    expect(await provider.getCoin('BITCOIN', signal)).toMatchObject({ name: 'Bitcoin' });
    expect(await failureOf(provider.getCoin('ethereum', signal))).toMatchObject({ failure: 'unreadable' });
  });

  it('with status 404 is null for an unknown coin, and an error for a missing page', async () => {
    const provider = await connect(replay(404, { error: 'coin not found' }).answer);
    expect(await provider.getCoin('nope', signal)).toBeNull();
    expect(await provider.getHistory('nope', 7, 'auto', signal)).toBeNull();
    expect(await provider.listCandles('nope', 7, signal)).toBeNull();
    server?.close();
    const wrong = await connect(replay(404, '<html>Not Found</html>').answer);
    expect(await failureOf(wrong.getCoin('bitcoin', signal))).toMatchObject({ failure: 'refused' });
  });
});
