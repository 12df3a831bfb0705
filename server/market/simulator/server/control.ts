import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import type { ActiveFaults } from './active-faults.ts';
import { type CallLog, countCalls } from './call-log.ts';
import { deliver } from './deliver.ts';
import { dataFaults, transportFaults } from './faults.ts';
import type { MarketClock } from './market-clock.ts';

/** The parts of a running simulator. */
export interface Simulator {
  readonly market: SimulatedMarket;
  readonly clock: MarketClock;
  readonly faults: ActiveFaults;
  readonly calls: CallLog;
  /** Applied before every answer. */
  latency: Milliseconds;
}

const faultSchema = z.strictObject({
  kind: z.enum([...transportFaults, ...dataFaults]),
  rate: z.number().min(0).max(1).default(1),
  retryAfter: z.number().int().min(0).nullable().default(null),
  coins: z.array(z.string()).default([]),
  latency: z.number().min(0).optional(),
});

const clockSchema = z.strictObject({
  offsetMs: z.number().optional(),
  speed: z.number().min(0).max(1e6).optional(),
});

function showFaults({ faults, latency, calls }: Simulator) {
  return { faults: faults.list(), latency, calls: countCalls(calls.list()) };
}

async function changeFaults(simulator: Simulator, request: IncomingMessage): Promise<unknown> {
  if (request.method === 'POST') {
    const { latency, ...fault } = faultSchema.parse(await json(request));
    simulator.faults.set(fault, simulator.clock.now());
    simulator.latency = latency ?? simulator.latency;
  }
  if (request.method === 'DELETE') {
    simulator.faults.clear();
    simulator.latency = 0;
  }
  return showFaults(simulator);
}

/**
 * The simulator's control API. `/__faults`: GET returns the active faults and the calls so far, POST `{kind, rate?,
 * retryAfter?, coins?, latency?}` turns one on, DELETE turns all off. `/__clock`: GET, and POST `{offsetMs?, speed?}`.
 * Throws on an invalid body.
 */
export async function answerControl(
  simulator: Simulator,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path === '/__faults') {
    return deliver(response, { status: 200, body: await changeFaults(simulator, request) });
  }
  if (path === '/__clock') {
    if (request.method === 'POST') simulator.clock.set(clockSchema.parse(await json(request)));
    return deliver(response, { status: 200, body: simulator.clock.state() });
  }
  deliver(response, { status: 404, body: { error: 'not found' } });
}
