import { Agent } from 'node:http';
import { startTestCluster } from '../../support/cluster/test-cluster.ts';
import { getAnswer } from '../http/http-load.ts';
import { type Finding, limited } from '../report.ts';
import { percentile } from '../statistics.ts';

const rounds = 10;
const callsPerRound = 200;
const path = '/api/global';

const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

/** Sends calls one by one, alternating between a server that counts them in Redis and one that counts in memory. */
export async function measureLimitedCall(): Promise<Finding[]> {
  const cluster = await startTestCluster({
    servers: 2,
    env: { AUTH_RATE_LIMIT: 'on', MARKET_REFRESH_SECONDS: '3600' },
    envOf: (number) => (number === 1 ? {} : { REDIS_URL: undefined }),
  });
  const agents = cluster.servers.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const waits: number[][] = cluster.servers.map(() => []);
  try {
    for (let round = -2; round < rounds; round += 1) {
      for (const [index, { address }] of cluster.servers.entries()) {
        for (let call = 0; call < callsPerRound; call += 1) {
          const start = performance.now();
          // Rotates networks, so that none reaches its limit.
          const headers = { 'x-forwarded-for': `10.${round + 2}.${call}.1` };
          const { status } = await getAnswer(address + path, headers, agents[index]);
          if (status !== 200) throw new Error(`a call was answered with ${status}`);
          if (round >= 0) waits[index]!.push(performance.now() - start);
        }
      }
    }
  } finally {
    for (const agent of agents) agent.destroy();
    await cluster.stop();
  }
  const [shared = 0, alone = 0] = waits.map((all) => percentile(all, 50));
  return [
    { what: 'A limited call, counted by the server itself: p50', measured: milliseconds(alone) },
    { what: '… counted in Redis: p50', measured: milliseconds(shared) },
    limited('What Redis adds', shared - alone, { atMost: 0.3 }, milliseconds),
  ];
}
