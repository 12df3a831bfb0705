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
