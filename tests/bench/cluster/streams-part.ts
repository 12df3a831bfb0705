import { startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { readCpuTime, readMainThreadTime } from '../process-usage.ts';
import { type Finding, limited, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { gatherAudience } from '../stream/stream-audience.ts';

const audienceSize = 10_000;
const warmUp = 4;
const measured = 24;
const rounds = 3;

/** CPU time (ns): of all of a process's threads, and of its main thread alone. */
interface Cost {
  readonly whole: number;
  readonly main: number;
}

/** What streams add to an event, and what it costs without them. */
interface StreamCost {
  readonly added: Cost;
  readonly without: Cost;
}

const readCost = (pid: number): Cost => ({ whole: readCpuTime(pid), main: readMainThreadTime(pid) });
const combine = (costs: readonly Cost[], work: (...values: number[]) => number): Cost => ({
  whole: work(...costs.map(({ whole }) => whole)),
  main: work(...costs.map(({ main }) => main)),
});

/**
 * Measures what each of two servers spends per event with its number of clients. A refresh sends two events, quotes and
 * status, moments apart: only the sum over many of them can be attributed.
 */
async function measureAudience(
  cluster: TestCluster,
  sizes: readonly [number, number],
): Promise<[Cost, Cost]> {
  const audiences = await Promise.all(
    sizes.map((size, index) => gatherAudience(cluster.servers[index]!.address, size)),
  );
  // Clients that connected last have received the fewest blocks, so the counts start there.
  const first = audiences.map(({ count }) => count().least);
  const waitFor = (events: number) =>
    Promise.all(audiences.map(({ hasAll }, index) => hasAll(first[index]! + events)));
  const readBoth = () => [0, 1].map((index) => readCost(cluster.servers[index]!.pid()!)) as [Cost, Cost];
  await waitFor(warmUp);
  const before = readBoth();
  await waitFor(warmUp + measured);
  const after = readBoth();
  const perEvent = (index: 0 | 1) =>
    combine([after[index], before[index]], (end, start) => (end! - start!) / measured);
  const costs: [Cost, Cost] = [perEvent(0), perEvent(1)];
  await Promise.all(audiences.map(({ leave }) => leave()));
  const show = (cost: number) => Math.round(cost / 1e6);
  const shown = costs.map(({ whole, main }) => `${show(whole)} ms (main thread ${show(main)} ms)`);
  console.log(`${sizes.join(' and ')} streams: ${shown.join(' and ')}`);
  return costs;
}

/**
 * Measures what the given number of streams adds to the cost of an event. First one server has them while the other has
 * a single one, then the other way around. The cost without streams varies more between measurements than some thousand
 * streams add, but it is the same for two servers measured at the same time. Work that only one of the servers does
 * (calling the provider, storing) cancels out over the two.
 */
async function measureStreams(cluster: TestCluster, size: number): Promise<StreamCost> {
  const [firstWith, secondWithout] = await measureAudience(cluster, [size, 1]);
  const [firstWithout, secondWith] = await measureAudience(cluster, [1, size]);
  return {
    added: combine(
      [firstWith, secondWithout, secondWith, firstWithout],
      (one, meanwhile, other, then) => (one! - meanwhile! + other! - then!) / 2,
    ),
    without: combine([firstWithout, secondWithout], (one, other) => (one! + other!) / 2),
  };
}

/** Measures market events sent to 10,000 streams of one server, and to the 5,000 that each of two servers would have. */
export async function measureStreamEvents(): Promise<Finding[]> {
  const cluster = await startTestCluster({
    servers: 2,
    env: { LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '2' },
  });
  try {
    // Not counted: the first thousands of streams run code that is not optimized yet.
    await measureStreams(cluster, audienceSize / 2);
    const measurements: { half: StreamCost; all: StreamCost }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const half = await measureStreams(cluster, audienceSize / 2);
      const all = await measureStreams(cluster, audienceSize);
      measurements.push({ half, all });
    }
    const findings = (part: keyof Cost): Finding[] => {
      const inMilliseconds = (costs: number[]) => milliseconds(median(costs) / 1e6);
      return [
        {
          what: 'CPU per event without any streams',
          measured: inMilliseconds(measurements.map(({ half }) => half.without[part])),
        },
        {
          what: `… in addition, for ${audienceSize} streams at one server`,
          measured: inMilliseconds(measurements.map(({ all }) => all.added[part])),
        },
        {
          what: '… in addition, for half of them, at each of two servers',
          measured: inMilliseconds(measurements.map(({ half }) => half.added[part])),
        },
      ];
    };
    const ratio = (part: keyof Cost) =>
      median(measurements.map(({ half, all }) => half.added[part] / (all.added[part] / 2)));
    const what = '… at each of two servers, compared with half the cost at one server';
    return [
      ...findings('whole'),
      limited(what, ratio('whole'), { atMost: 1.2 }, times),
      ...findings('main').map((finding) => ({ ...finding, what: `Main thread: ${finding.what}` })),
      { what: `Main thread: ${what}`, measured: times(ratio('main')) },
    ];
  } finally {
    await cluster.stop();
  }
}
