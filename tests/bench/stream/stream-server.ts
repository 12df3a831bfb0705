import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { registerStreamRoutes } from '#server/market/stream/routes.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { defaultCaps } from '#server/platform/http/connections/connection-caps.ts';
import { createHttpApp } from '#server/platform/http/http-app.ts';
import { securityHeaders } from '#server/platform/http/security-headers.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { registerMetricsRoute } from '#server/platform/log/metrics.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../support/market/fake-market.ts';
import { fakeRateService } from '../../support/market/fake-rates.ts';
import { FakePersonalEvents } from '../../support/streams/fake-personal-events.ts';

// Our own stream over a market that moves on command: `POST /bench/refresh?coins=N` changes N of 250 coins. A token is
// its user's id; `POST /bench/fire?users=N` fires an alert of each of the users 0 to N − 1.

let refreshes = 0;
const events = new FakePersonalEvents();
const somebody = { email: 'somebody@example.com', tier: 'free', verified: true, provedAt: null } as const;
/** About the length of a firing. */
const firing = 'x'.repeat(450);
const idle = Array.from({ length: 250 }, (_, index) => fakeCoin(`coin-${String(index).padStart(4, '0')}`));
const market = new FakeMarket(fakeSnapshot({ coins: idle }));

const app = createHttpApp({
  logger: createLogger('silent'),
  trustedProxies: 0,
  headers: securityHeaders({ isHttps: false }),
  // All clients of a bench share one address.
  caps: { ...defaultCaps, total: 25_000, perNetwork: 25_000 },
});
const registry = new Registry();
registerStreamRoutes(app, {
  market,
  rates: fakeRateService(),
  registry,
  stream: { maxClients: 20_000, maxClientsPerNetwork: 20_000 },
  async requireUser({ headers }) {
    const id = /^Bearer (\d+)$/.exec(headers.authorization ?? '')?.[1];
    if (id === undefined) throw new AppError('unauthorized', 'No such user.');
    return { ...somebody, id, sessionId: id };
  },
  personal: { events, findLiveSessions: async (ids) => new Set(ids) },
});
app.post<{ Querystring: { coins: string } }>('/bench/refresh', async ({ query }) => {
  refreshes += 1;
  const coins = idle.map((coin, index) =>
    index < Number(query.coins) ? { ...coin, current_price: 100_000 + refreshes } : coin,
  );
  market.publish(fakeSnapshot({ asOf: Date.now(), coins }));
  return {};
});
app.post<{ Querystring: { users: string } }>('/bench/fire', async ({ query }) => {
  for (let user = 0; user < Number(query.users); user++) events.happen(String(user), firing);
  return {};
});
registerMetricsRoute(app, { registry });
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
process.on('SIGTERM', () => process.exit(0));
