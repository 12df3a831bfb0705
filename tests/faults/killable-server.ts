import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import type { TestDatabase } from '../support/databases.ts';

/** A server that a test kills and starts again on the same data. */
export interface KillableServer {
  /** Changes with each start. */
  readonly url: string;
  readonly database: TestDatabase;
  kill(): Promise<void>;
  /** Starts it again, and waits until it serves visitors. */
  restart(): Promise<void>;
}

/** Starts a server for one test, after which it and its data are removed. */
export async function startKillableServer(create: () => Promise<TestDatabase>): Promise<KillableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'altimeter-kill-'));
  const database = await create();
  const { databaseUrl, dataDir } = database.options;
  const env = {
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: databaseUrl ? folder : dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  let server: ChildServer = await startAppServer(env);
  onTestFinished(async () => {
    await server.kill();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    database,
    get url() {
      return server.url;
    },
    kill: () => server.kill(),
    async restart() {
      server = await startAppServer(env);
      const isReady = async () => (await fetch(`${server.url}/readyz`)).ok;
      await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    },
  };
}
