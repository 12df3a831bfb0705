import { expect, it } from 'vitest';
import { createHttpApp } from '#server/platform/http/http-app.ts';
import { createBucketRateLimiter } from '#server/platform/limits/bucket-rate-limiter.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { FakeMarket, fakeNow } from '../../../tests/support/market/fake-market.ts';
import { marketRouteDeps } from '../../../tests/support/market/market-route-deps.ts';
import { registerMarketRoutes } from '../routes.ts';

it('A network with too many variants of the list is refused new ones, but gets those in the cache', async () => {
  const app = createHttpApp({ logger: createLogger('silent'), trustedProxies: 0, headers: {} });
  const market = new FakeMarket();
  const clock = { now: () => fakeNow };
  registerMarketRoutes(app, {
    ...marketRouteDeps(market),
    limiter: createBucketRateLimiter({ clock, maxSubjects: 10 }),
  });
  const ask = async (page: number, remoteAddress = '203.0.113.1') =>
    (await app.inject({ url: `/api/cryptocurrencies?page=${page}`, remoteAddress })).statusCode;
  for (let page = 2; page <= 201; page += 1) expect(await ask(page)).toBe(200);
  expect(await ask(202, '203.0.113.2')).toBe(429);
  expect(await ask(201)).toBe(200);
  expect(await ask(202, '198.51.100.1')).toBe(200);
  expect(await ask(202)).toBe(200);
  await app.close();
});

it('A network with too many charts in other currencies is refused new ones before they are converted', async () => {
  const app = createHttpApp({ logger: createLogger('silent'), trustedProxies: 0, headers: {} });
  const market = new FakeMarket();
  registerMarketRoutes(app, {
    ...marketRouteDeps(market),
    limiter: createBucketRateLimiter({ clock: { now: () => fakeNow }, maxSubjects: 10 }),
  });
  const ask = async (path: string, remoteAddress = '203.0.113.1') =>
    (await app.inject({ url: `/api/cryptocurrencies/${path}`, remoteAddress })).statusCode;
  for (let coin = 0; coin < 100; coin += 1) {
    expect(await ask(`coin-${coin}/history?vs_currency=eur`)).toBe(404);
    expect(await ask(`coin-${coin}/ohlc?vs_currency=eur`)).toBe(404);
  }
  const { length } = market.calls;
  expect(await ask('bitcoin/history?vs_currency=eur')).toBe(429);
  expect(await ask('bitcoin/ohlc?vs_currency=eur')).toBe(429);
  expect(market.calls).toHaveLength(length);
  expect(await ask('bitcoin/history')).toBe(404);
  expect(await ask('bitcoin/history?vs_currency=eur', '198.51.100.1')).toBe(404);
  await app.close();
});

it('A list of coins that do not exist is never the answer to a request for all coins', async () => {
  const app = createHttpApp({ logger: createLogger('silent'), trustedProxies: 0, headers: {} });
  registerMarketRoutes(app, marketRouteDeps(new FakeMarket()));
  const list = async (query: string) => (await app.inject(`/api/cryptocurrencies?${query}`)).json();
  for (const id of ['*', 'all', 'of', '%20', 'undefined'])
    expect([id, await list(`per_page=2&ids=${id}`)]).toEqual([id, []]);
  expect(await list('per_page=2')).toHaveLength(2);
  expect(await list('per_page=2&ids=*')).toEqual([]);
  await app.close();
});
