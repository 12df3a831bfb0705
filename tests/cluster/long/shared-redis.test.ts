import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import { type Status, statusSchema } from '#contract/market.ts';
import { createHashes } from '#server/accounts/hashes.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { countCalls } from '../../../server/market/simulator/server/call-log.ts';
import { startAppOn, startFaultySimulator } from '../../faults/faulty-market.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { createEmptyPostgres, testDatabaseUrl } from '../../support/postgres.ts';
import { startRedisServer, testRedisUrl } from '../../support/redis.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const secret = 'a secret that all servers share and of good length';

/** Three servers on one PostgreSQL, one Redis and one provider. */
async function startSite(callsPerMinute: number) {
  const schema = await createEmptyPostgres();
  const redis = await startRedisServer();
  const simulator = await startFaultySimulator();
  const servers: ChildServer[] = [];
  // A server that has just started may be overloaded, and then it sheds the call.
  const isLive = async ({ url }: ChildServer) => {
    const answer = await fetch(`${url}/api/status`);
    return answer.ok && statusSchema.parse(await answer.json()).market.state === 'live';
  };

  async function start(): Promise<void> {
    // One by one, because starting takes CPU time and a small machine has one CPU.
    for (let count = 0; count < 3; count += 1) {
      const server = await startAppOn(simulator, {
        DATABASE_URL: schema.url,
        REDIS_URL: redis.url,
        TOKEN_SECRET: secret,
        MARKET_REFRESH_SECONDS: '60',
        COINGECKO_CALLS_PER_MINUTE: String(callsPerMinute),
        DEFAULT_TIER: 'premium',
      });
      servers.push(server);
    }
    for (const server of servers)
      await vi.waitUntil(() => isLive(server), { timeout: 90_000, interval: 200 });
  }
  const kill = () => Promise.all(servers.splice(0).map((server) => server.kill()));

  await start();
  return {
    databaseUrl: schema.url,
    redis,
    simulator,
    start,
    kill,
    /** Sends requests to the servers in turn. */
    ask: (turn: number, path: string, init?: RequestInit) =>
      fetch(`${servers[turn % servers.length]!.url}${path}`, init),
    async remove() {
      await kill();
      await simulator.close();
      await redis.remove();
      await schema.drop();
    },
  };
}
type Site = Awaited<ReturnType<typeof startSite>>;

async function listIds(site: Site): Promise<string[]> {
  // On a busy machine the first list may take a moment.
  const answer = await vi.waitUntil(
    async () => {
      const answer = await site.ask(0, '/api/cryptocurrencies?per_page=250');
      return answer.ok && answer;
    },
    { timeout: 90_000, interval: 500 },
  );
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

async function readStatus(site: Site, turn: number): Promise<Status> {
  return statusSchema.parse(await (await site.ask(turn, '/api/status')).json());
}

/** Creates an API key of a new account. */
async function addApiKey({ ask, databaseUrl }: Site): Promise<string> {
  const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  await ask(0, '/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const key = apiKeyPrefix + makeRandomSecret();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into api_keys (id, user_id, key_hash, name, created_at)
     select $1, id, $2, 'Script', 0 from users where email = $3`,
    [randomUUID(), createHashes(secret).ofApiKey(key), person.email],
  );
  await client.end();
  return key;
}

const isSkipped = !testDatabaseUrl || !testRedisUrl;

describe.skipIf(isSkipped)('three servers with one Redis', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(1_000);
  });
  afterAll(() => site.remove());

  it('send each request to the provider once', async () => {
    const ids = await listIds(site);
    const paths = [
      ...ids.map((id) => `/api/cryptocurrencies/${id}`),
      ...ids.slice(0, 50).map((id) => `/api/search?query=${id} of all`),
    ];
    expect(paths).toHaveLength(300);
    // So few concurrent requests that no server sheds one.
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
  });

  it('allow an API key 300 calls in total', async () => {
    const headers = { authorization: `Bearer ${await addApiKey(site)}` };
    const statuses: number[] = [];
    for (let start = 0; start < 390; start += 30) {
      const some = Array.from({ length: 30 }, (_, turn) => site.ask(turn, '/api/watchlist', { headers }));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect([count(200), count(429)]).toEqual([300, 90]);
  });

  it('report when Redis is down, keep working, and notice its return', async () => {
    const ids = await listIds(site);
    const untilDegraded = (degraded: readonly string[]) =>
      vi.waitUntil(
        async () => {
          const all = await Promise.all([0, 1, 2].map((turn) => readStatus(site, turn)));
          return all.every((status) => String(status.degraded) === String(degraded));
        },
        { timeout: 20_000, interval: 100 },
      );
    const untilServed = (turn: number) =>
      vi.waitUntil(
        async () => {
          const path = `/api/cryptocurrencies/${ids[turn]}/history?days=7`;
          return (await site.ask(turn, path)).status === 200;
        },
        { timeout: 90_000, interval: 500 },
      );
    await untilDegraded([]);
    await site.redis.kill();
    await untilDegraded(['redis']);
    expect((await site.ask(1, '/readyz')).status).toBe(200);
    await untilServed(0);
    await untilServed(1);
    await site.redis.start();
    await untilDegraded([]);
    await untilServed(2);
  });
});

it.skipIf(isSkipped)('three servers share one budget, even after all are killed and restarted', async () => {
  const site = await startSite(30);
  onTestFinished(site.remove);
  const ids = await listIds(site);
  const askAll = async (from: number) => {
    const some = ids.slice(from, from + 60);
    const path = (id: string) => `/api/cryptocurrencies/${id}/history?days=7`;
    const answers = await Promise.all(some.map((id, turn) => site.ask(turn, path(id))));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await askAll(0)).toBeGreaterThan(0);
  await site.kill();
  await site.start();
  await askAll(100);
  expect(countCalls(site.simulator.calls()).maxInAMinute).toBeLessThanOrEqual(30);
});
