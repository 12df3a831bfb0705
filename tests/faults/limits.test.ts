import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Coin } from '#contract/market.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { type TestDatabase, testDatabases } from '../support/databases.ts';

const free = 10;
const pro = 5;
const attempts = 200;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`The limits of a plan, with concurrent calls on ${name}`, () => {
    let database: TestDatabase;
    let servers: ChildServer[];
    let coinIds: string[];
    let token: string;

    beforeAll(async () => {
      database = await create();
      const { dataDir, databaseUrl } = database.options;
      const env = {
        MARKET_PROVIDER: 'simulated',
        TOKEN_SECRET: 'a secret that all servers share and of good length',
        AUTH_RATE_LIMIT: 'off',
      };
      // A data folder can be used by one server only, a PostgreSQL database by several.
      const places = databaseUrl
        ? [{ DATABASE_URL: databaseUrl }, { DATABASE_URL: databaseUrl }]
        : [{ DATA_DIR: dataDir }];
      servers = await Promise.all(places.map((place) => startAppServer({ ...env, ...place })));
      const coins = await ask(0, 'GET', '/api/cryptocurrencies?per_page=250');
      coinIds = coins.body.map(({ id }: Coin) => id);
      const person = { email: 'racer@example.com', firstName: 'Ada', lastName: 'Racer' };
      token = (await ask(0, 'POST', '/api/auth/signup', person)).body.token;
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await database.remove();
    });

    async function ask(server: number, method: string, path: string, body?: object) {
      const answer = await fetch(`${servers[server % servers.length]!.url}${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    }

    /** Sends all calls concurrently, to the servers in turn, and counts the answers by status. */
    async function race(path: string, bodies: readonly object[]) {
      const answers = await Promise.all(bodies.map((body, index) => ask(index, 'POST', path, body)));
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    }

    const follow = (coinId: string) => ({ coinId, symbol: 'sym', name: 'name' });

    it('accept one of 200 coins if nine of ten are used', async () => {
      const first = coinIds.slice(0, free - 1);
      for (const coinId of first)
        expect((await ask(0, 'POST', '/api/watchlist', follow(coinId))).status).toBe(201);
      const rest = coinIds.slice(free - 1, free - 1 + attempts);
      expect(rest).toHaveLength(attempts);
      expect(await race('/api/watchlist', rest.map(follow))).toEqual({ 201: 1, 403: attempts - 1 });
      expect((await ask(1, 'GET', '/api/watchlist')).body).toHaveLength(free);
    });

    it('accept one coin once if it is sent 50 times', async () => {
      const { body } = await ask(0, 'GET', '/api/watchlist');
      await fetch(`${servers[0]!.url}/api/watchlist/${body[0].coinId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      const same = Array.from({ length: 50 }, () => follow(coinIds.at(-1)!));
      expect(await race('/api/watchlist', same)).toEqual({ 200: 49, 201: 1 });
      expect((await ask(1, 'GET', '/api/watchlist')).body).toHaveLength(free);
    });

    it('accept one of 200 portfolios if four of five are used', async () => {
      const db = await database.open();
      await db.updateTable('users').set({ tier: 'pro' }).execute();
      for (const title of ['B', 'C', 'D']) {
        expect((await ask(0, 'POST', '/api/portfolios', { name: title })).status).toBe(201);
      }
      const bodies = Array.from({ length: attempts }, (_, index) => ({ name: `More ${index}` }));
      expect(await race('/api/portfolios', bodies)).toEqual({ 201: 1, 403: attempts - 1 });
      expect((await ask(1, 'GET', '/api/portfolios')).body).toHaveLength(pro);
    });
  });
}
