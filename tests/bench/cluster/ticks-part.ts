import { startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { readCpuTime } from '../process-usage.ts';
import { type Finding, limited, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { gatherAudience } from '../stream/stream-audience.ts';

const audienceSize = 10_000;
const warmUp = 4;
const measured = 24;
const rounds = 3;

/**
 * CPU time (ns) of each server per event, with the given number of clients. A refresh sends two events, quotes and
 * status, moments apart: only the sum over many of them can be attributed.
 */
async function measureAudience(cluster: TestCluster, sizes: readonly number[]): Promise<number[]> {
  const audiences = await Promise.all(
    sizes.map((size, index) => gatherAudience(cluster.servers[index]!.address, size)),
  );
  const pids = cluster.servers.slice(0, sizes.length).map(({ pid }) => pid()!);
  // Clients that connected last have received the fewest blocks, so the counts start there.
  const first = audiences.map(({ count }) => count().least);
  const waitFor = (events: number) =>
    Promise.all(audiences.map(({ hasAll }, index) => hasAll(first[index]! + events)));
  await waitFor(warmUp);
  const before = pids.map(readCpuTime);
  await waitFor(warmUp + measured);
  const costs = pids.map((pid, index) => (readCpuTime(pid) - before[index]!) / measured);
  await Promise.all(audiences.map(({ leave }) => leave()));
  console.log(
    `${sizes.join(' and ')} streams: ${costs.map((cost) => Math.round(cost / 1e6)).join(' and ')} ms`,
  );
  return costs;
}

/**
 * Measures market events sent to 10,000 streams: all on one server, and half of them on each of two, which are measured
 * both one after the other and at once, to tell what half of the streams cost from what the servers cost each other.
 */
export async function measureTicks(): Promise<Finding[]> {
  const cluster = await startTestCluster({
    servers: 2,
    env: { LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '2' },
  });
  try {
    const measurements = [];
    for (let round = 1; round <= rounds; round += 1) {
      const idle = await measureAudience(cluster, [1, 1]);
      const [one = 0] = await measureAudience(cluster, [audienceSize]);
      const half = audienceSize / 2;
      const [first = 0] = await measureAudience(cluster, [half, 1]);
      const [, second = 0] = await measureAudience(cluster, [1, half]);
      const together = await measureAudience(cluster, [half, half]);
      // The streams only: fetching and storing the market costs the same with any number of them.
      measurements.push({
        idle: idle[0]!,
        one: one - idle[0]!,
        halves: [first - idle[0]!, second - idle[1]!],
        together: together.map((cost, index) => cost - idle[index]!),
      });
    }
    const most = (costs: readonly number[]) => Math.max(...costs);
    const inMilliseconds = (costs: number[]) => milliseconds(median(costs) / 1e6);
    return [
      {
        what: 'CPU an event without an audience',
        measured: inMilliseconds(measurements.map(({ idle }) => idle)),
      },
      {
        what: `… more for ${audienceSize} streams at one server`,
        measured: inMilliseconds(measurements.map(({ one }) => one)),
      },
      {
        what: '… more for half of them, each server in turn: the costlier',
        measured: inMilliseconds(measurements.map(({ halves }) => most(halves))),
      },
      limited(
        '… the costlier to half of the one server',
        median(measurements.map(({ one, halves }) => most(halves) / (one / 2))),
        { atMost: 1.2 },
        times,
      ),
      {
        what: '… more for half of them, both servers at once: the costlier',
        measured: inMilliseconds(measurements.map(({ together }) => most(together))),
      },
      {
        what: '… the costlier to half of the one server, at once',
        measured: times(median(measurements.map(({ one, together }) => most(together) / (one / 2)))),
      },
    ];
  } finally {
    await cluster.stop();
  }
}
