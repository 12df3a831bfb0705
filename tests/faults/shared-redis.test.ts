import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Status, statusSchema } from '#contract/market.ts';
import { countCalls } from '../../server/market/simulator/server/call-log.ts';
import type { ChildServer } from '../support/child-server.ts';
import { createPostgresSchema, testDatabaseUrl } from '../support/postgres.ts';
import { startRedisServer, testRedisUrl } from '../support/redis.ts';
import { readMarketStatus, startAppOn, startFaultySimulator } from './faulty-market.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Three servers on one PostgreSQL, one Redis and one provider. */
async function startSite(env: Record<string, string>) {
  const schema = await createPostgresSchema();
  onTestFinished(() => schema.drop());
  const redis = await startRedisServer();
  onTestFinished(() => redis.remove());
  const simulator = await startFaultySimulator();
  onTestFinished(() => simulator.close());
  let servers: readonly ChildServer[] = [];
  const start = async () => {
    const one = () =>
      startAppOn(simulator, {
        DATABASE_URL: schema.url,
        REDIS_URL: redis.url,
        TOKEN_SECRET: 'a secret that all servers share, of good length',
        MARKET_REFRESH_SECONDS: '60',
        DEFAULT_TIER: 'premium',
        ...env,
      });
    servers = await Promise.all([one(), one(), one()]);
    const isLive = async (server: ChildServer) => (await readMarketStatus(server)).state === 'live';
    for (const server of servers)
      await vi.waitUntil(() => isLive(server), { timeout: 90_000, interval: 200 });
  };
  const kill = () => Promise.all(servers.map((server) => server.kill()));
  onTestFinished(async () => void (await kill()));
  await start();
  return {
    databaseUrl: schema.url,
    redis,
    simulator,
    start,
    kill,
    /** Asks the servers in turn. */
    ask: (turn: number, path: string, init?: RequestInit) =>
      fetch(`${servers[turn % servers.length]!.url}${path}`, init),
    get servers() {
      return servers;
    },
  };
}
type Site = Awaited<ReturnType<typeof startSite>>;

async function listIds(site: Site): Promise<string[]> {
  const list = (await (await site.ask(0, '/api/cryptocurrencies?per_page=250')).json()) as { id: string }[];
  return list.map(({ id }) => id);
}

async function proveAccounts(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update users set proved_email = email, verified_at = 0');
  await client.end();
}

async function readStatus(site: Site, turn: number): Promise<Status> {
  return statusSchema.parse(await (await site.ask(turn, '/api/status')).json());
}

it.skipIf(!testDatabaseUrl || !testRedisUrl)(
  'three servers ask the provider each question once',
  async () => {
    const site = await startSite({ COINGECKO_CALLS_PER_MINUTE: '1000', AUTH_RATE_LIMIT: 'off' });
    const ids = await listIds(site);
    const paths = [
      ...ids.map((id) => `/api/cryptocurrencies/${id}`),
      ...ids.slice(0, 50).map((id) => `/api/search?query=${id} of all`),
    ];
    expect(paths).toHaveLength(300);
    // As many at once as no server sheds.
    for (let start = 0; start < paths.length; start += 10) {
      const some = paths.slice(start, start + 10);
      const answers = await Promise.all(
        some.flatMap((path) => [0, 1, 2].map(async (turn) => (await site.ask(turn, path)).status)),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
    }
    const { byEndpoint } = countCalls(site.simulator.calls());
    expect(byEndpoint['/coins/{id}']).toBe(250);
    expect(byEndpoint['/search']).toBe(50);
  },
);

it.skipIf(!testDatabaseUrl || !testRedisUrl)(
  'three servers keep to one budget, also after all were killed and started again',
  async () => {
    const site = await startSite({ COINGECKO_CALLS_PER_MINUTE: '30', AUTH_RATE_LIMIT: 'off' });
    const ids = await listIds(site);
    const askAll = async (from: number) => {
      const some = ids.slice(from, from + 100);
      const answers = await Promise.all(
        some.map((id, turn) => site.ask(turn, `/api/cryptocurrencies/${id}/history?days=7`)),
      );
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await askAll(0)).toBeGreaterThan(0);
    await site.kill();
    await site.start();
    await askAll(100);
    expect(countCalls(site.simulator.calls()).maxInAMinute).toBeLessThanOrEqual(30);
  },
);

it.skipIf(!testDatabaseUrl || !testRedisUrl)('an API key has its 300 calls over all servers', async () => {
  const site = await startSite({});
  const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const json = { 'content-type': 'application/json' };
  const signedUp = await site.ask(0, '/api/auth/signup', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  const { token } = (await signedUp.json()) as { token: string };
  await proveAccounts(site.databaseUrl);
  const added = await site.ask(0, '/api/keys', {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Script' }),
  });
  expect(added.status).toBe(201);
  const { key } = (await added.json()) as { key: string };
  const statuses: number[] = [];
  for (let start = 0; start < 390; start += 30) {
    const some = Array.from({ length: 30 }, async (_, turn) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await site.ask(turn, '/api/watchlist', { headers })).status;
    });
    statuses.push(...(await Promise.all(some)));
  }
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  expect([count(200), count(429)]).toEqual([300, 90]);
});

it.skipIf(!testDatabaseUrl || !testRedisUrl)(
  'servers without Redis say so, go on, and notice its return',
  async () => {
    const site = await startSite({ COINGECKO_CALLS_PER_MINUTE: '60' });
    const [first = '', second = '', third = ''] = await listIds(site);
    const untilDegraded = (degraded: readonly string[]) =>
      vi.waitUntil(
        async () => {
          const all = await Promise.all([0, 1, 2].map((turn) => readStatus(site, turn)));
          return all.every((status) => String(status.degraded) === String(degraded));
        },
        { timeout: 20_000, interval: 100 },
      );
    const isServed = (turn: number, coinId: string) =>
      vi.waitUntil(async () => (await site.ask(turn, `/api/cryptocurrencies/${coinId}`)).status === 200, {
        timeout: 60_000,
        interval: 500,
      });
    await untilDegraded([]);
    await site.redis.kill();
    await untilDegraded(['redis']);
    expect((await site.ask(1, '/readyz')).status).toBe(200);
    await isServed(0, first);
    await isServed(1, second);
    await site.redis.start();
    await untilDegraded([]);
    await isServed(2, third);
    expect(countCalls(site.simulator.calls()).maxInAMinute).toBeLessThanOrEqual(60);
  },
);
