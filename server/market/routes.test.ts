import { describe, expect, it } from 'vitest';
import type { Coin } from '#contract/market.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import {
  FakeMarket,
  fakeCoin,
  fakeDetail,
  fakeNow,
  fakeSnapshot,
} from '../../tests/support/market/fake-market.ts';
import { fakeRateService } from '../../tests/support/market/fake-rates.ts';
import { marketRouteDeps } from '../../tests/support/market/market-route-deps.ts';
import { registerMarketRoutes } from './routes.ts';

const tableQuery =
  'vs_currency=usd&order=market_cap_desc&per_page=100&page=1&price_change_percentage=1h,24h,7d';

function serve(market = new FakeMarket(), rates = fakeRateService()) {
  const app = createBareApp({ 'x-content-type-options': 'nosniff' });
  registerMarketRoutes(app, marketRouteDeps(market, rates));
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { app, market, get };
}

const snapshotCalls = ['/api/global', '/api/cryptocurrencies', '/api/trending'];

describe('every market response', () => {
  it.each([...snapshotCalls, '/api/status'])(
    '%s carries ETag, Last-Modified, state and no-cache',
    async (url) => {
      const { get } = serve();
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        etag: expect.stringMatching(/^"[\w-]+"$/),
        'last-modified': new Date(fakeNow).toUTCString(),
        'x-market-data': 'live',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
      });
      expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    },
  );

  it.each(snapshotCalls)('%s is 503 with Retry-After while there is nothing to show', async (url) => {
    const { get } = serve(new FakeMarket(null));
    const answer = await get(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe('market_unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('reports staleness only in the header, so that a cached body stays valid', async () => {
    const { get, market } = serve();
    const live = await get('/api/cryptocurrencies');
    market.setState('stale');
    const stale = await get('/api/cryptocurrencies', { 'if-none-match': String(live.headers.etag) });
    expect([stale.statusCode, stale.headers['x-market-data']]).toEqual([304, 'stale']);
  });

  it('reports global figures as stale if the coins have been refreshed for long without them', async () => {
    const { get, market } = serve();
    const read = async (url: string) => (await get(url)).headers['x-market-data'];
    market.publish(fakeSnapshot({ asOf: fakeNow + 30 * 60_000 }));
    expect([await read('/api/global'), await read('/api/global')]).toEqual(['live', 'live']);
    market.publish(fakeSnapshot({ asOf: fakeNow + 31 * 60_000 }));
    expect([await read('/api/global'), await read('/api/global')]).toEqual(['stale', 'stale']);
    expect(await read('/api/global?vs_currency=eur')).toBe('stale');
    expect(await read('/api/cryptocurrencies')).toBe('live');
  });

  it('reports that it is simulated', async () => {
    const { get } = serve(new FakeMarket(fakeSnapshot({ source: 'simulated' })));
    expect((await get('/api/global')).headers['x-market-data']).toBe('simulated');
  });

  it('changes with the snapshot', async () => {
    const { get, market } = serve();
    const first = await get('/api/cryptocurrencies');
    market.publish(
      fakeSnapshot({ asOf: fakeNow + 60_000, coins: [fakeCoin('bitcoin', { current_price: 7 })] }),
    );
    const second = await get('/api/cryptocurrencies', { 'if-none-match': String(first.headers.etag) });
    expect(second.statusCode).toBe(200);
    expect(second.json<Coin[]>().map((coin) => coin.current_price)).toEqual([7]);
    expect(second.headers['last-modified']).toBe(new Date(fakeNow + 60_000).toUTCString());
  });
});

describe('GET /api/cryptocurrencies', () => {
  it('returns the requested rows, with logos on our own origin', async () => {
    const rows = (await serve().get(`/api/cryptocurrencies?${tableQuery}`)).json<Coin[]>();
    expect(rows.map((coin) => coin.id)).toEqual(['bitcoin', 'ethereum']);
    expect(rows[0]).toMatchObject({
      image: 'https://altimeter.example/images/coins/bitcoin',
      price_change_percentage_7d_in_currency: -3.2,
    });
    expect(rows[0]).not.toHaveProperty('sparkline_in_7d');
  });

  it('encodes a hot list once, before the first request, and returns the same bytes to all', async () => {
    const { get } = serve();
    const answers = await Promise.all([1, 2, 3].map(() => get(`/api/cryptocurrencies?${tableQuery}&utm=x`)));
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
  });

  it.each([
    ['vs_currency=zzz', 'vs_currency'],
    ['vs_currency=eur&vs_currency=usd', 'vs_currency'],
    ['order=best', 'order'],
    ['per_page=0', 'per_page'],
    ['per_page=251', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=1&page=2', 'page'],
    ['price_change_percentage=1h,30d', 'price_change_percentage'],
    ['sparkline=maybe', 'sparkline'],
    [`ids=${Array.from({ length: 251 }, (_, index) => `c${index}`)}`, 'ids'],
  ])('refuses %s and names the parameter', async (query, path) => {
    const answer = await serve().get(`/api/cryptocurrencies?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', issues: [{ path }] });
    expect(answer.json().message).toContain(path);
  });

  it('accepts whitespace, capitals, unknown parameters and empty lists', async () => {
    const { get } = serve();
    const query = 'vs_currency=USD&ids=Bitcoin,%20ethereum&price_change_percentage=&locale=de&precision=full';
    expect((await get(`/api/cryptocurrencies?${query}`)).json()).toHaveLength(2);
    expect((await get('/api/cryptocurrencies?page=99')).json()).toEqual([]);
  });
});

describe('refused requests', () => {
  const coin = 'cryptocurrencies/bitcoin';
  const perPage = 'Must be a whole number from 1 to 250';
  const days = 'Must be a whole number from 1 to 365, or max';
  const once = 'Must be given only once';
  const members = 'Must be given once, with its values separated by commas';
  it.each([
    ['cryptocurrencies?per_page=ten', perPage],
    ['cryptocurrencies?per_page=251', perPage],
    ['cryptocurrencies?per_page=0x10', perPage],
    ['cryptocurrencies?per_page=1e2', perPage],
    ['cryptocurrencies?per_page=%205', perPage],
    ['cryptocurrencies?per_page=%2B5', perPage],
    ['cryptocurrencies?per_page=', perPage],
    ['cryptocurrencies?page=0', 'Must be a whole number, 1 or more'],
    ['cryptocurrencies?page=1.5', 'Must be a whole number, 1 or more'],
    [`cryptocurrencies?page=${'9'.repeat(20)}`, 'Must be a whole number, 1 or more'],
    ['cryptocurrencies?page=1&page=2', once],
    ['cryptocurrencies?vs_currency=usd&vs_currency=usd', once],
    ['cryptocurrencies?order=volume_asc&order=volume_asc', once],
    ['cryptocurrencies?sparkline=true&sparkline=true', once],
    ['cryptocurrencies?ids=bitcoin&ids=ethereum', members],
    ['cryptocurrencies?price_change_percentage=1h&price_change_percentage=7d', members],
    [`${coin}/history?days=366`, days],
    [`${coin}/history?days=1e2`, days],
    [`${coin}/history?days=MAX`, days],
    [`${coin}/history?days=7&days=max`, once],
    [`${coin}/history?interval=daily&interval=daily`, once],
    [`${coin}/ohlc?days=0x7`, 'Must be one of 1, 7, 30, 365'],
    [`${coin}/ohlc?days=7&days=7`, once],
    ['search', 'Say what to search for'],
    ['search?query=a&query=b', once],
    [`search?query=${'a'.repeat(101)}`, 'Must be at most 100 characters'],
  ])('/api/%s: %s', async (path, message) => {
    const answer = await serve().get(`/api/${path}`);
    const field = new URL(path, 'http://any').search.slice(1).split('=')[0] || 'query';
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'invalid_request',
      message: `${field}: ${message}`,
      issues: [{ path: field, message }],
    });
  });

  it('name the id if it is unknown', async () => {
    const answer = await serve().get(`/api/cryptocurrencies/${'a'.repeat(121)}`);
    expect(answer.json()).toMatchObject({ issues: [{ path: 'id', message: 'Must be a coin id' }] });
  });
});

describe('one coin', () => {
  const fetched = <T>(value: T, isStale = false) => ({ value, fetchedAt: fakeNow - 5_000, isStale });

  it('is returned for an id in any case, with our own logos and the time it was fetched', async () => {
    const { get, market } = serve();
    market.onDemand.details.set('bitcoin', fetched(fakeDetail('bitcoin')));
    const answer = await get('/api/cryptocurrencies/BITCOIN');
    expect(answer.json()).toMatchObject({
      id: 'bitcoin',
      image: {
        small: 'https://altimeter.example/images/coins/bitcoin',
        large: 'https://altimeter.example/images/coins/bitcoin?size=large',
      },
    });
    expect(answer.headers['last-modified']).toBe(new Date(fakeNow - 5_000).toUTCString());
    expect(answer.body).not.toContain('coingecko');
  });

  it('leaves it to the market to know which ids contain capitals', async () => {
    const { get, market } = serve(new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitCNY')] })));
    await get('/api/cryptocurrencies/BitCNY');
    await get('/api/cryptocurrencies/bitcny/history');
    await get('/api/cryptocurrencies/BITCNY/ohlc');
    expect(market.calls).toEqual(['getCoin bitcny', 'getHistory bitcny 7 daily', 'listCandles bitcny 7']);
  });

  it.each([
    '/api/cryptocurrencies/nope',
    '/api/cryptocurrencies/nope/history',
    '/api/cryptocurrencies/nope/ohlc',
  ])('%s is 404', async (url) => {
    const answer = await serve().get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('is stale if the value is, even though the market is live', async () => {
    const { get, market } = serve();
    market.onDemand.details.set('bitcoin', fetched(fakeDetail('bitcoin'), true));
    expect((await get('/api/cryptocurrencies/bitcoin')).headers['x-market-data']).toBe('stale');
  });

  it('returns 7 days of history, daily, by default', async () => {
    const { get, market } = serve();
    const history = { prices: [[1, 2]], market_caps: [[1, 3]], total_volumes: [[1, 4]] } as never;
    market.onDemand.histories.set('bitcoin', fetched(history));
    expect((await get('/api/cryptocurrencies/bitcoin/history')).json()).toEqual(history);
    await get('/api/cryptocurrencies/bitcoin/history?days=max&interval=auto');
    await get('/api/cryptocurrencies/bitcoin/history?days=365');
    expect(market.calls).toEqual([
      'getHistory bitcoin 7 daily',
      'getHistory bitcoin max auto',
      'getHistory bitcoin 365 daily',
    ]);
  });

  it.each(['days=0', 'days=366', 'days=1.5', 'days=all', 'interval=hourly'])(
    'refuses history of %s',
    async (query) => {
      const { get, market } = serve();
      const answer = await get(`/api/cryptocurrencies/bitcoin/history?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().issues[0].path).toBe(query.split('=')[0]);
      expect(market.calls).toEqual([]);
    },
  );

  it("returns candles in CoinGecko's shape for the available spans", async () => {
    const { get, market } = serve();
    market.onDemand.candles.set('bitcoin', fetched([[1, 2, 3, 1, 2]] as never));
    expect((await get('/api/cryptocurrencies/bitcoin/ohlc?days=30')).json()).toEqual([[1, 2, 3, 1, 2]]);
    expect((await get('/api/cryptocurrencies/bitcoin/ohlc?days=14')).statusCode).toBe(400);
  });

  it('reports when candles start, and their source', async () => {
    const { get, market } = serve();
    const day = Date.UTC(2025, 0, 2);
    market.onDemand.candles.set('bitcoin', fetched([[day, 2, 3, 1, 2]] as never));
    market.onDemand.candles.set('new', fetched([]));
    const { headers } = await get('/api/cryptocurrencies/bitcoin/ohlc?days=30');
    expect(headers).toMatchObject({
      'x-coverage-from': '2025-01-02T00:00:00.000Z',
      'x-coverage-sources': 'coingecko',
    });
    expect((await get('/api/cryptocurrencies/new/ohlc?days=30')).headers).not.toHaveProperty(
      'x-coverage-from',
    );
  });
});

describe('GET /api/search', () => {
  it('returns hits with our own logos', async () => {
    const { get, market } = serve();
    const hit = { id: 'bitcoin', name: 'Bitcoin', symbol: 'BTC', thumb: 'x', large: 'y', market_cap_rank: 1 };
    market.onDemand.hits = { value: [hit], fetchedAt: fakeNow, isStale: false };
    expect((await get('/api/search?query=%20bit%20')).json().coins[0]).toMatchObject({
      id: 'bitcoin',
      thumb: 'https://altimeter.example/images/coins/bitcoin',
    });
    expect(market.calls).toEqual(['searchCoins bit']);
  });

  it.each(['/api/search?query=%20', '/api/trending', '/api/cryptocurrencies', '/api/global'])(
    '%s is unavailable, not empty, until something has been fetched',
    async (url) => {
      const answer = await serve(new FakeMarket(null)).get(url);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'market_unavailable']);
      expect(answer.headers['retry-after']).toBe('5');
    },
  );

  it('only trending is unavailable if only the coins have arrived', async () => {
    const { get } = serve(new FakeMarket(fakeSnapshot({ trending: [] })));
    expect((await get('/api/trending')).statusCode).toBe(503);
    expect((await get('/api/cryptocurrencies')).statusCode).toBe(200);
  });

  it('requires a query, and finds nothing for a blank one without asking upstream', async () => {
    const { get, market } = serve();
    const missing = await get('/api/search');
    expect([missing.statusCode, missing.json().issues[0].path]).toEqual([400, 'query']);
    const blank = await get('/api/search?query=%20');
    expect(blank.json()).toEqual({ coins: [] });
    expect(blank.headers['last-modified']).toBeDefined();
    expect(market.calls).toEqual([]);
  });
});

describe('GET /api/status', () => {
  it('answers while there is no data yet', async () => {
    const answer = await serve(new FakeMarket(null)).get('/api/status');
    expect(answer.json()).toEqual({
      market: { source: 'coingecko', state: 'starting', asOf: null },
      news: { state: 'off', asOf: null },
      version: '1.2.3',
      degraded: [],
    });
  });
});

it('the routes stop listening to the market when the server closes', async () => {
  const { app, market } = serve();
  await app.ready();
  expect(market.listenerCount).toBe(1);
  await app.close();
  expect(market.listenerCount).toBe(0);
});
