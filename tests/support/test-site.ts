import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startAppServer } from './app-server.ts';
import type { ChildServer } from './child-server.ts';

/** The server of a file's tests. Its URL is known once they run. */
export interface TestSite {
  readonly url: string;
  readonly dataDir: string;
}

/**
 * Starts a server with a simulated market before the tests of a file, and stops it after them. `name`: part of its
 * folder's name.
 */
export function serveSite(name: string, env: Readonly<Record<string, string>> = {}): TestSite {
  let server: ChildServer | undefined;
  let dataDir = '';
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `altimeter-${name}-`));
    const started = await startAppServer({
      MARKET_PROVIDER: 'simulated',
      AUTH_RATE_LIMIT: 'off',
      DATA_DIR: dataDir,
      ...env,
    });
    server = started;
    await expect.poll(async () => (await fetch(`${started.url}/readyz`)).status).toBe(200);
  });
  test.afterAll(async () => {
    await server?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      if (!server) throw new Error('The server starts with the first test.');
      return server.url;
    },
    get dataDir() {
      return dataDir;
    },
  };
}

/** Like `serveSite`, but prices and rates don't change, so that tests can predict figures. */
export function serveStillMarket(name: string, env: Readonly<Record<string, string>> = {}): TestSite {
  return serveSite(name, { MARKET_REFRESH_SECONDS: '3600', ...env });
}
