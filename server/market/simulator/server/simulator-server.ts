import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { createSimulatedMarket, type SimulatedMarket } from '../simulated-market.ts';
import { createActiveFaults } from './active-faults.ts';
import { answerCall } from './answer-call.ts';
import { type CallRecord, createCallLog } from './call-log.ts';
import { answerControl, type Simulator } from './control.ts';
import { deliver } from './deliver.ts';
import { drawDiscImage } from './disc-image.ts';
import type { Fault, FaultKind } from './faults.ts';
import { createMarketClock } from './market-clock.ts';

export interface SimulatorOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly seed?: number | undefined;
  /** A market to share with other simulators, instead of one made from the seed. */
  readonly market?: SimulatedMarket;
  /** Delay before every answer, in milliseconds. */
  readonly latency?: number;
}

/** The running simulator, as a test uses it. */
export interface SimulatorServer {
  /** The value for `COINGECKO_BASE_URL`; ends in `/api/v3`. */
  readonly url: string;
  /** Turns a fault on, for every call and every coin unless the options say otherwise. */
  setFault(kind: FaultKind, options?: Partial<Omit<Fault, 'kind'>>): void;
  clearFaults(): void;
  /** Sets how far the market's clock is ahead of the given clock, and its speed from now on. */
  setClock(change: { offsetMs?: number; speed?: number }): void;
  /** Every call so far to the API, oldest first. */
  calls(): readonly CallRecord[];
  close(): Promise<void>;
}

const prefix = '/api/v3';

/** `/coins/bitcoin/ohlc` → `/coins/{id}/ohlc`: the name a call is counted under. */
function endpointOf(path: string): string {
  return path.replace(/^\/coins\/(?!markets$|list$)[^/]+/, '/coins/{id}');
}

async function answerRequest(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  const image = /^\/images\/([^/]+)\.png$/.exec(pathname);
  if (image) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(drawDiscImage(image[1]!));
    return;
  }
  if (pathname.startsWith('/__')) return answerControl(simulator, pathname, request, response);
  if (!pathname.startsWith(`${prefix}/`))
    return deliver(response, { status: 404, body: { error: 'not found' } });
  const path = pathname.slice(prefix.length);
  simulator.calls.add(endpointOf(path));
  const faults = simulator.faults.draw(simulator.clock.now());
  const answer = answerCall(simulator.market, {
    path: decodeURIComponent(path),
    query: searchParams,
    now: faults.now,
    origin,
    corrupt: faults.corrupt,
  });
  const corrupted = { ...answer, body: faults.corruptBody(answer.body) };
  const send = () => deliver(response, corrupted, faults.transport);
  if (simulator.latency > 0) setTimeout(send, simulator.latency);
  else send();
}

/** Quotes every coin once, because the first time is slow. */
function warmUp({ market, clock }: Simulator): void {
  const now = clock.now();
  for (const ranked of market.listRanked(now)) market.quote(ranked, now);
}

/** Serves the simulated market like CoinGecko's API, with faults on demand. Resolves once it listens. */
export async function startSimulatorServer(options: SimulatorOptions = {}): Promise<SimulatorServer> {
  const simulator: Simulator = {
    market: options.market ?? createSimulatedMarket(options.seed),
    clock: createMarketClock(options.clock ?? systemClock),
    faults: createActiveFaults(),
    calls: createCallLog(),
    latency: options.latency ?? 0,
  };
  warmUp(simulator);
  const server = createServer((request, response) => {
    answerRequest(simulator, request, response).catch((error: unknown) => {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: String(error) }));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    setFault: (kind, { rate = 1, retryAfter = null, coins = [] } = {}) =>
      simulator.faults.set({ kind, rate, retryAfter, coins }, simulator.clock.now()),
    clearFaults: () => simulator.faults.clear(),
    setClock: (change) => simulator.clock.set(change),
    calls: () => simulator.calls.list(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
