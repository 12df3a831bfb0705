import type { OutgoingHttpHeaders } from 'node:http';
import type { ChildServer } from '../../support/child-server.ts';
import { readCpuTime } from '../process-usage.ts';
import { median, percentile } from '../statistics.ts';
import { sendRequests } from './http-load.ts';

const rounds = 5;

export interface Side {
  readonly server: ChildServer;
  /** The number of requests per round. */
  readonly requests: number;
  /** The number of requests before the first round, so that the engine has compiled the hot code by then. */
  readonly warmUp: number;
}

export interface RepeatedRequest {
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Expected of every answer. */
  readonly status: number;
}

export interface LoadFigures {
  /** CPU time of the server per request, in microseconds, in the median round. */
  readonly cpu: number;
  /** Requests answered per second in the median round. The client shares the machine. */
  readonly perSecond: number;
  /** Milliseconds within which 99 of 100 requests were answered, over all rounds. */
  readonly p99: number;
}

/** Sends each side the same requests. The sides alternate, so that both see the same machine load. */
export async function alternateLoad(
  sides: readonly Side[],
  request: RepeatedRequest,
): Promise<LoadFigures[]> {
  const { path, headers, status } = request;
  const results = sides.map(() => ({
    cpu: [] as number[],
    perSecond: [] as number[],
    waits: [] as number[],
  }));
  for (const { server, warmUp } of sides) await sendRequests(server.url + path, headers, warmUp, status);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { server, requests }] of sides.entries()) {
      const cpuBefore = readCpuTime(server.pid);
      const start = performance.now();
      const waits = await sendRequests(server.url + path, headers, requests, status);
      const seconds = (performance.now() - start) / 1000;
      results[index]?.cpu.push((readCpuTime(server.pid) - cpuBefore) / requests / 1000);
      results[index]?.perSecond.push(requests / seconds);
      results[index]?.waits.push(...waits);
    }
  }
  return results.map(({ cpu, perSecond, waits }) => ({
    cpu: median(cpu),
    perSecond: median(perSecond),
    p99: percentile(waits, 99),
  }));
}
