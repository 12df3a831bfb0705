import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import { type Coin, type MarketState, type MarketStatus, statusSchema } from '#contract/market.ts';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../server/market/simulator/server/simulator-server.ts';
import { createSimulatedMarket } from '../../server/market/simulator/simulated-market.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

/** One market for all simulators of a test file, because reading it for the first time is slow. */
const market = createSimulatedMarket();

/** The coin's current price, as served by a simulator without faults. */
export function truePrice(coinId: string): number {
  return market.listRanked(Date.now()).find(({ coin }) => coin.id === coinId)!.price;
}

/** Starts a simulator of the provider, whose faults a test sets. */
export function startFaultySimulator(): Promise<SimulatorServer> {
  return startSimulatorServer({ market });
}

/** Starts the application on a simulator's data, with a refresh every second and an ample budget. */
export function startAppOn(
  simulator: SimulatorServer,
  env: Record<string, string> = {},
): Promise<ChildServer> {
  return startAppServer({
    MARKET_PROVIDER: 'coingecko',
    COINGECKO_BASE_URL: simulator.url,
    MARKET_REFRESH_SECONDS: '1',
    COINGECKO_CALLS_PER_MINUTE: '10000',
    LOG_LEVEL: 'error',
    ...env,
  });
}

export async function readMarketStatus(app: ChildServer): Promise<MarketStatus> {
  const response = await fetch(`${app.url}/api/status`);
  return statusSchema.parse(await response.json()).market;
}

/** Waits until the market's data has a state. The server promises `live` within 30 seconds. */
export async function waitForState(app: ChildServer, state: MarketState): Promise<void> {
  await vi.waitUntil(async () => (await readMarketStatus(app)).state === state, {
    timeout: 30_000,
    interval: 200,
  });
}

/** A coin's row of the list, if it is there. */
export async function readRow(app: ChildServer, coinId: string): Promise<Coin | undefined> {
  const response = await fetch(`${app.url}/api/cryptocurrencies?ids=${coinId}`);
  const rows = (await response.json()) as Coin[];
  return rows[0];
}

interface Visit {
  readonly path: string;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly text: string;
  /** The X-Market-Data header. */
  readonly data: string | null;
}

/** Paths like those that a market page and a coin page request. */
export const marketPaths = [
  '/api/global',
  '/api/cryptocurrencies?per_page=100',
  '/api/trending',
  '/api/cryptocurrencies/bitcoin',
  '/api/cryptocurrencies/bitcoin/history?days=7',
  '/api/search?query=ether',
] as const;

async function visit(app: ChildServer, path: string): Promise<Visit> {
  try {
    const response = await fetch(`${app.url}${path}`);
    const text = await response.text();
    return { path, status: response.status, text, data: response.headers.get('x-market-data') };
  } catch (error) {
    return { path, status: 0, text: String(error), data: null };
  }
}

/** Visits until every path has answered 200 once. From then on the server has data for each. */
export async function visitAll(app: ChildServer, paths: readonly string[] = marketPaths): Promise<void> {
  const answered = async () => {
    const visits = await Promise.all(paths.map((path) => visit(app, path)));
    return visits.every(({ status }) => status === 200);
  };
  await vi.waitUntil(answered, { timeout: 30_000, interval: 500 });
}

export interface Visitors {
  readonly visits: readonly Visit[];
  /** Stops the visits, and returns those that got a 5xx or no answer. */
  stop(): Promise<Visit[]>;
}

const pauseMs = 200;

/** A light, constant load: one visitor per path who keeps requesting it. */
export function startVisitors(app: ChildServer, paths: readonly string[] = marketPaths): Visitors {
  const visits: Visit[] = [];
  const stopping = new AbortController();
  const loops = paths.map(async (path) => {
    while (!stopping.signal.aborted) {
      visits.push(await visit(app, path));
      await setTimeout(pauseMs);
    }
  });
  return {
    visits,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      return visits.filter(({ status }) => status >= 500 || status === 0);
    },
  };
}
