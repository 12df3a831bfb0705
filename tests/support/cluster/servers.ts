import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { startAppServer } from '../app-server.ts';
import type { ChildServer } from '../child-server.ts';
import { type TestDatabase, testDatabases } from '../databases.ts';
import { testDatabaseUrl } from '../postgres.ts';
import { createRedisPrefix, testRedisUrl } from '../redis.ts';

/** Whether PostgreSQL and Redis are available. Several servers need both. */
export const canStartServers = testDatabaseUrl !== undefined && testRedisUrl !== undefined;

/** What a site's servers share in a test. */
export interface Site {
  readonly database: TestDatabase;
  readonly db: Database;
  start(env?: Record<string, string>, flags?: readonly string[]): Promise<ChildServer>;
}

/** `redisUrl`: a Redis other than the shared one of all tests. Null: none. */
export async function createSite(redisUrl?: string | null): Promise<Site> {
  const database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
  const redis = redisUrl === null ? undefined : createRedisPrefix();
  const servers: ChildServer[] = [];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await database.remove();
    await redis?.remove();
  });
  const db = await database.open();
  return {
    database,
    db,
    async start(env = {}, flags = []) {
      const server = await startAppServer(
        {
          DATABASE_URL: database.options.databaseUrl ?? '',
          ...(redis && { REDIS_URL: redisUrl ?? redis.url, REDIS_PREFIX: redis.prefix }),
          TOKEN_SECRET: 'a secret of this test and of no other',
          MARKET_PROVIDER: 'simulated',
          MARKET_REFRESH_SECONDS: '1',
          AUTH_RATE_LIMIT: 'off',
          DEFAULT_TIER: 'premium',
          TRUST_PROXY: '1',
          ...env,
        },
        flags,
      );
      servers.push(server);
      await waitUntilReady(server);
      return server;
    },
  };
}

async function waitUntilReady(server: ChildServer): Promise<void> {
  const isReady = async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok ?? false;
  await vi.waitUntil(isReady, { timeout: 180_000, interval: 50 });
}
