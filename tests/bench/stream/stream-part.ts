import { tmpdir } from 'node:os';
import { serverEnvironment, serverFlags } from '../../../scripts/server-process.mjs';
import { type ChildServer, startChildServer } from '../../support/child-server.ts';
import { readCpuTime, readMemory } from '../process-usage.ts';
import { type Finding, kibibytes, limited, mebibytes, microseconds, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { type Audience, connectStalledClients, gatherAudience } from './stream-audience.ts';

const audienceSize = 10_000;
const rounds = 3;
const refreshes = { warmUp: 10, measured: 15 };
/** Coins that change in a refresh: about 2 KB. */
const changedCoins = 13;
const stalledCount = 500;

function startServer(script: string, args: readonly string[] = []): Promise<ChildServer> {
  return startChildServer(script, {
    cwd: tmpdir(),
    args,
    flags: serverFlags,
    env: { ...serverEnvironment, NODE_ENV: 'production' },
  });
}

/** Sends the server a command. Throws if it fails. */
async function sendCommand({ url }: ChildServer, what: string): Promise<void> {
  const answer = await fetch(`${url}/bench/${what}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  await answer.arrayBuffer();
}

const move = (server: ChildServer, coins: number) => sendCommand(server, `refresh?coins=${coins}`);

interface Round {
  /** Nanoseconds of CPU, median. */
  readonly cpuPerRefresh: number;
  /** Bytes of memory per client. */
  readonly memoryPerClient: number;
  readonly bytesPerRefresh: number;
  /** Events that a client missed or received twice. */
  readonly missed: number;
}

/** `afterRefreshes`: called after the last refresh, with the audience still connected. */
async function runRound(
  server: ChildServer,
  tokenOf?: (place: number) => string,
  afterRefreshes = async (_audience: Audience, _received: number) => {},
): Promise<Round> {
  const before = readMemory(server.pid);
  const audience = await gatherAudience(server.url, audienceSize, tokenOf);
  const cpu: number[] = [];
  const all = refreshes.warmUp + refreshes.measured;
  for (let refresh = 1; refresh <= all; refresh++) {
    const start = readCpuTime(server.pid);
    await move(server, changedCoins);
    await audience.hasAll(refresh);
    if (refresh > refreshes.warmUp) cpu.push(readCpuTime(server.pid) - start);
  }
  const { least, most } = audience.count();
  const round = {
    cpuPerRefresh: median(cpu),
    memoryPerClient: (readMemory(server.pid) - before) / audienceSize,
    bytesPerRefresh: audience.newestSize(),
    missed: Math.max(all - least, most - all),
  };
  await afterRefreshes(audience, all);
  await audience.leave();
  return round;
}

/** Measures clients signed in as different users: the cost of each, and of an alert to each. */
async function measureMembers(guestCpu: number): Promise<Finding[]> {
  const server = await startServer('tests/bench/stream/stream-server.ts');
  let cpuOfAlerts = 0;
  let missed = 0;
  const members = await runRound(server, String, async (audience, received) => {
    const start = readCpuTime(server.pid);
    await sendCommand(server, `fire?users=${audienceSize}`);
    await audience.hasAll(received + 1);
    cpuOfAlerts = readCpuTime(server.pid) - start;
    missed = audience.count().most - received - 1;
  }).finally(server.stop);
  return [
    { what: 'Signed-in clients: memory per client', measured: kibibytes(members.memoryPerClient) },
    { what: '… CPU per refresh', measured: milliseconds(members.cpuPerRefresh / 1e6) },
    { what: '… compared with guests', measured: times(members.cpuPerRefresh / guestCpu) },
    { what: '… CPU for an alert sent to its user', measured: microseconds(cpuOfAlerts / audienceSize / 1e3) },
    limited('… events missed or received twice', members.missed + missed, { atMost: 0 }, String),
  ];
}

async function countClients({ url }: ChildServer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^stream_clients\{kind="guest"\} (\d+)$/m.exec(text)?.[1]);
}

/** Measures memory while clients that never read are sent more than the system's buffers hold. */
async function measureStalledClients(): Promise<Finding[]> {
  const server = await startServer('tests/bench/stream/stream-server.ts');
  const reader = await gatherAudience(server.url, 1);
  let refresh = 0;
  const send = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await move(server, 250);
      refresh += 1;
      await reader.hasAll(refresh);
    }
  };
  try {
    // By now the log kept for returning clients has its full size, and the engine's heap has settled.
    await send(2500);
    const before = readMemory(server.pid);
    const leave = await connectStalledClients(server.url, stalledCount);
    let most = 0;
    for (let group = 0; group < 30; group++) {
      await send(10);
      most = Math.max(most, readMemory(server.pid));
    }
    const left = (await countClients(server)) - 1;
    leave();
    await reader.leave();
    const growth = most - before;
    return [
      { what: `Memory before ${stalledCount} clients that never read`, measured: mebibytes(before) },
      limited('… growth with them', growth, { atMost: stalledCount * 16 * 1024 }, mebibytes),
      limited('… clients still connected after 12 MB unread', left, { atMost: 0 }, String),
    ];
  } finally {
    await server.stop();
  }
}

/** Measures the stream to many clients, compared with one prepared chunk written to each socket. */
export async function measureStream(): Promise<Finding[]> {
  const ours: Round[] = [];
  const least: Round[] = [];
  const server = await startServer('tests/bench/stream/stream-server.ts');
  let baseline: ChildServer | undefined;
  try {
    for (let round = 0; round < rounds; round++) {
      ours.push(await runRound(server));
      baseline ??= await startServer('tests/bench/stream/ready-chunk-server.ts', [
        String(ours[0]!.bytesPerRefresh),
      ]);
      least.push(await runRound(baseline));
    }
  } finally {
    await Promise.all([server.stop(), baseline?.stop()]);
  }
  const cpu = median(ours.map(({ cpuPerRefresh }) => cpuPerRefresh));
  const leastCpu = median(least.map(({ cpuPerRefresh }) => cpuPerRefresh));
  const missed = Math.max(...ours.map((round) => round.missed));
  return [
    { what: 'Size of a refresh', measured: kibibytes(ours[0]!.bytesPerRefresh) },
    { what: `CPU per refresh for ${audienceSize} clients: Altimeter`, measured: milliseconds(cpu / 1e6) },
    { what: '… one prepared chunk to each socket', measured: milliseconds(leastCpu / 1e6) },
    limited('… Altimeter, compared with that', cpu / leastCpu, { atMost: 1.4 }, times),
    limited('Memory per client', ours[0]!.memoryPerClient, { atMost: 16 * 1024 }, kibibytes),
    { what: '… bare node:http', measured: kibibytes(least[0]!.memoryPerClient) },
    limited('Events missed or received twice', missed, { atMost: 0 }, String),
    ...(await measureMembers(cpu)),
    ...(await measureStalledClients()),
  ];
}
