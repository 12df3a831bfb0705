import { startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { readCpuTime } from '../process-usage.ts';
import { type Finding, limited, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { gatherAudience } from '../stream/stream-audience.ts';

const audienceSize = 10_000;
const warmUp = 3;
const measured = 12;

/** CPU time (ns) per tick of each server, with the given number of clients. */
async function measureAudience(cluster: TestCluster, sizes: readonly number[]): Promise<number[]> {
  const start = performance.now();
  const audiences = await Promise.all(
    sizes.map((size, index) => gatherAudience(cluster.servers[index]!.address, size)),
  );
  console.log(`${sizes.join(' and ')} streams in ${Math.round((performance.now() - start) / 1000)} s`);
  const pids = cluster.servers.slice(0, sizes.length).map(({ pid }) => pid()!);
  const costs: number[][] = pids.map(() => []);
  // Clients that connected last have received the fewest blocks, so the counts start there.
  const first = audiences.map(({ count }) => count().least);
  const waitFor = (ticks: number) =>
    Promise.all(audiences.map(({ hasAll }, index) => hasAll(first[index]! + ticks)));
  for (let tick = 1; tick <= warmUp + measured; tick += 1) {
    const before = pids.map(readCpuTime);
    await waitFor(tick);
    if (tick <= warmUp) continue;
    for (const [index, pid] of pids.entries()) costs[index]!.push(readCpuTime(pid) - before[index]!);
  }
  await Promise.all(audiences.map(({ leave }) => leave()));
  return costs.map(median);
}

/** Measures a market refresh sent to 10,000 streams: all on one server, and half of them on each of two. */
export async function measureTicks(): Promise<Finding[]> {
  const cluster = await startTestCluster({
    servers: 2,
    env: { LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '2' },
  });
  try {
    const idle = await measureAudience(cluster, [1, 1]);
    const [one = 0] = await measureAudience(cluster, [audienceSize]);
    const two = await measureAudience(cluster, [audienceSize / 2, audienceSize / 2]);
    // The streams only: fetching and storing the market costs the same with any number of them.
    const costOfOne = one - idle[0]!;
    const costs = two.map((cost, index) => cost - idle[index]!);
    const most = Math.max(...costs);
    const both = costs.reduce((sum, cost) => sum + cost, 0);
    return [
      { what: 'CPU a refresh without an audience', measured: milliseconds(idle[0]! / 1e6) },
      { what: `… more for ${audienceSize} streams at one server`, measured: milliseconds(costOfOne / 1e6) },
      { what: '… more for half of them at each of two: the costlier', measured: milliseconds(most / 1e6) },
      { what: '… both together to the one server', measured: times(both / costOfOne) },
      limited('… the costlier to half of the one server', most / (costOfOne / 2), { atMost: 1.2 }, times),
    ];
  } finally {
    await cluster.stop();
  }
}
