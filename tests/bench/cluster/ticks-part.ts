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
 * CPU time (ns) that the given number of streams adds to an event. They are at one server while the other, measured at
 * the same time, has none but one, then the other way around: what an event costs without streams varies more from one
 * measurement to the next than some thousand streams add, but it is the same for both servers at one time, and the work
 * that only one of them does (asking the provider, storing) falls out over the two.
 */
async function measureStreams(
  cluster: TestCluster,
  size: number,
): Promise<{ added: number; without: number }> {
  const [firstWith = 0, secondWithout = 0] = await measureAudience(cluster, [size, 1]);
  const [firstWithout = 0, secondWith = 0] = await measureAudience(cluster, [1, size]);
  return {
    added: (firstWith - secondWithout + secondWith - firstWithout) / 2,
    without: (firstWithout + secondWithout) / 2,
  };
}

/** Measures market events sent to 10,000 streams of one server, and to half of them, which two servers would have each. */
export async function measureTicks(): Promise<Finding[]> {
  const cluster = await startTestCluster({
    servers: 2,
    env: { LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '2' },
  });
  try {
    // Not counted: the first thousands of streams run code that is not optimized yet.
    await measureStreams(cluster, audienceSize / 2);
    const measurements = [];
    for (let round = 1; round <= rounds; round += 1) {
      const half = await measureStreams(cluster, audienceSize / 2);
      const all = await measureStreams(cluster, audienceSize);
      measurements.push({ half, all });
    }
    const inMilliseconds = (costs: number[]) => milliseconds(median(costs) / 1e6);
    return [
      {
        what: 'CPU an event without an audience',
        measured: inMilliseconds(measurements.map(({ half }) => half.without)),
      },
      {
        what: `… more for ${audienceSize} streams at one server`,
        measured: inMilliseconds(measurements.map(({ all }) => all.added)),
      },
      {
        what: '… more for half of them, at each of two servers',
        measured: inMilliseconds(measurements.map(({ half }) => half.added)),
      },
      limited(
        '… of each of two servers to half of the one server',
        median(measurements.map(({ half, all }) => half.added / (all.added / 2))),
        { atMost: 1.2 },
        times,
      ),
    ];
  } finally {
    await cluster.stop();
  }
}
