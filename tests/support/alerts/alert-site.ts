import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Coin } from '../../../contract/market.ts';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../../server/market/simulator/server/simulator-server.ts';
import { startAppServer } from '../app-server.ts';
import type { ChildServer } from '../child-server.ts';

export interface AlertSite {
  readonly url: string;
  readonly dataDir: string;
  /** The market, whose faults are cleared after each test. */
  readonly simulator: SimulatorServer;
  priceOf(coinId: string): Promise<number>;
  /** A coin's current price times `factor`, with two decimals, as a threshold. */
  priceTimes(coinId: string, factor: number): Promise<string>;
}

/**
 * Starts a moving market, and a server that polls it every second, before the tests of a file. Stops both after them.
 */
export function serveMovingMarket(name: string): AlertSite {
  let simulator: SimulatorServer | undefined;
  let server: ChildServer | undefined;
  let dataDir = '';
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `altimeter-${name}-`));
    simulator = await startSimulatorServer({});
    const started = await startAppServer({
      MARKET_PROVIDER: 'coingecko',
      COINGECKO_BASE_URL: simulator.url,
      COINGECKO_CALLS_PER_MINUTE: '10000',
      MARKET_REFRESH_SECONDS: '1',
      AUTH_RATE_LIMIT: 'off',
      DATA_DIR: dataDir,
    });
    server = started;
    await expect.poll(async () => (await fetch(`${started.url}/readyz`)).status).toBe(200);
  });
  test.afterAll(async () => {
    await server?.stop();
    await simulator?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  test.afterEach(() => simulator?.clearFaults());

  function started<T>(part: T | undefined): T {
    if (!part) throw new Error('The servers start with the first test.');
    return part;
  }
  async function priceOf(coinId: string): Promise<number> {
    const response = await fetch(`${started(server).url}/api/cryptocurrencies?ids=${coinId}`);
    const [coin] = (await response.json()) as Coin[];
    return coin!.current_price!;
  }
  return {
    get url() {
      return started(server).url;
    },
    get dataDir() {
      return dataDir;
    },
    get simulator() {
      return started(simulator);
    },
    priceOf,
    priceTimes: async (coinId, factor) => ((await priceOf(coinId)) * factor).toFixed(2),
  };
}
