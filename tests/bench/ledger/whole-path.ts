import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import { measureAsClient } from '../client-priority.ts';
import { readCpuTime, readMemory, readPeakMemory } from '../process-usage.ts';
import { type Finding, limited, mebibytes, milliseconds, times } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { type LedgerServer, type LedgerUser, send, startLedgerServer } from './ledger-server.ts';

/** Leaves room for transactions added during the measurement: a portfolio has at most 100,000. */
const largest = { count: 99_900, coins: 200 };
const usual = { count: 1_900, coins: 20, ledgers: 16 };
/** Enough for several hundred calls of the other user: the p99 of fewer is nearly their maximum. */
const coldStarts = 7;
const rounds = 15;
/** Pause between two calls of the other user. */
const pauseMs = 3;
const idleCalls = 600;

type Env = Readonly<Record<string, string>>;

/**
 * Measures a large ledger through a server process and its database, as a user experiences it. `env` selects the
 * market. Past values are measured with the simulated one, which has all of them.
 */
export async function measureWholePath(env: Env): Promise<Finding[]> {
  const small = await startLedgerServer(env, usual);
  const usualFindings = await measureUsual(small).finally(() => small.stop());
  const large = await startLedgerServer(env, largest);
  try {
    return [...usualFindings, ...(await measureLargest(large))];
  } finally {
    await large.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly took: number; readonly result: T }> {
  const start = performance.now();
  const result = await work();
  return { took: performance.now() - start, result };
}

const holdingsPath = ({ portfolioId }: LedgerUser) => `/api/portfolios/${portfolioId}/holdings`;

const getHoldings = ({ server, owner }: Pick<LedgerServer, 'server' | 'owner'>) =>
  timed(() => send<LedgerHoldings>(server().url, owner, 'GET', holdingsPath(owner)));

/**
 * Measures how long users of a running server wait for the figures of ledgers that it has not loaded yet. The first
 * call after its start also waits for code to be loaded and compiled.
 */
async function measureUsual(bench: LedgerServer): Promise<Finding[]> {
  await bench.restart();
  await measureIdle(bench);
  await send(bench.server().url, bench.other, 'GET', holdingsPath(bench.other));
  const waits: number[] = [];
  for (const owner of bench.owners) waits.push((await getHoldings({ ...bench, owner })).took);
  const [first, ...others] = waits;
  const what = `First figures of ${usual.count.toLocaleString('en-US')}`;
  return [
    limited(`${what}, median of ${others.length} ledgers`, median(others), { atMost: 30 }, milliseconds),
    { what: `${what}, first call of a process`, measured: milliseconds(first!) },
  ];
}

async function measureLargest(bench: LedgerServer): Promise<Finding[]> {
  const idle: number[] = [];
  const firsts: number[] = [];
  const meanwhile: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    await bench.restart();
    idle.push(...(await measureIdle(bench)));
    const { took, waits } = await callMeanwhile(bench, async () => (await getHoldings(bench)).took);
    firsts.push(took);
    meanwhile.push(...waits);
  }
  const alone = [await measureAlone(bench), await measureAlone(bench), await measureAlone(bench)];
  const { before, memory } = alone.at(-1)!;
  const { pid } = bench.server();
  const justNow = () => Date.now() - 1000;
  const firstAtEnd = await measureChanges(bench, justNow);
  const atEnd = await measureChanges(bench, justNow);
  const inPast = await measureChanges(bench, (round) => Date.UTC(2016 + (round % 8), round % 12, 1 + round));
  const replaced = await measureReplacing(bench);
  const peak = readPeakMemory(pid);
  await bench.restart({ MARKET_PROVIDER: 'simulated' });
  const span = await measureSpan(bench);
  return [
    { what: 'Load of the machine, one minute', measured: loadavg()[0]!.toFixed(1) },
    limited(
      `First figures of a new process, median of ${alone.length}`,
      median(alone.map(({ took }) => took)),
      { atMost: 1_000 },
      milliseconds,
    ),
    { what: 'The same, CPU of all threads', measured: milliseconds(median(alone.map(({ cpu }) => cpu))) },
    { what: 'The same while another user calls', measured: milliseconds(median(firsts)) },
    {
      what: `Figures after adding at the end, first ${rounds} of a process`,
      measured: milliseconds(median(firstAtEnd)),
    },
    limited('Figures after adding at the end', median(atEnd), { atMost: 10 }, milliseconds),
    limited('Figures after adding in the past', median(inPast), { atMost: 100 }, milliseconds),
    limited('Figures after replacing in the past', median(replaced), { atMost: 100 }, milliseconds),
    { what: 'Memory of the process before loading', measured: mebibytes(before) },
    { what: 'Memory of the process with the ledger', measured: mebibytes(memory) },
    { what: 'Memory of the ledger', measured: mebibytes(memory - before) },
    limited('Peak memory of the process', peak, { atMost: 250 * 1024 * 1024 }, mebibytes),
    { what: 'Watchlist of another user, p99, idle', measured: milliseconds(percentile(idle, 99)) },
    limited(
      'Watchlist of another user meanwhile, p99, compared with idle',
      percentile(meanwhile, 99) / percentile(idle, 99),
      { atMost: 2 },
      times,
    ),
    ...span,
  ];
}

/** Measures the first figures of a new process, with its memory before and after, in bytes. */
async function measureAlone(bench: LedgerServer) {
  await bench.restart();
  const { pid } = bench.server();
  const [before, cpuBefore] = [readMemory(pid), readCpuTime(pid)];
  const { took } = await getHoldings(bench);
  return { took, before, memory: readMemory(pid), cpu: (readCpuTime(pid) - cpuBefore) / 1e6 };
}

/** Measures the daily values and the returns over ten years. */
async function measureSpan(bench: LedgerServer): Promise<Finding[]> {
  const { owner } = bench;
  const get = (what: string) =>
    send<unknown>(bench.server().url, owner, 'GET', `/api/portfolios/${owner.portfolioId}/${what}`);
  const idle = await measureIdle(bench);
  const findings: Finding[] = [];
  for (const [what, path] of [
    ['Value line', 'value-line'],
    ['Returns', 'returns'],
    ['History', 'history?days=365'],
    ['Older holdings', 'performance'],
  ] as const) {
    const { took, waits } = await callMeanwhile(bench, async () => (await timed(() => get(path))).took);
    const { took: again } = await timed(() => get(path));
    findings.push(
      { what, measured: milliseconds(took) },
      { what: `${what}, again`, measured: milliseconds(again) },
      {
        what: `${what}: watchlist meanwhile, p99, compared with idle`,
        measured: times(percentile(waits, 99) / percentile(idle, 99)),
      },
    );
  }
  return findings;
}

/** Makes the other user's calls until the work is done. Returns their waits, in milliseconds. */
async function callMeanwhile(
  bench: LedgerServer,
  work: () => Promise<number>,
): Promise<{ readonly took: number; readonly waits: number[] }> {
  const waits: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  await measureAsClient(async () => {
    while (!isDone) waits.push(await callWatchlist(bench));
  });
  return { took: await working, waits };
}

async function callWatchlist({ server, other }: LedgerServer): Promise<number> {
  const { took } = await timed(() => send<unknown>(server().url, other, 'GET', '/api/watchlist'));
  await wait(pauseMs);
  return took;
}

function measureIdle(bench: LedgerServer): Promise<number[]> {
  return measureAsClient(async () => {
    for (let call = 0; call < idleCalls; call += 1) await callWatchlist(bench);
    const waits: number[] = [];
    for (let call = 0; call < idleCalls; call += 1) waits.push(await callWatchlist(bench));
    return waits;
  });
}

/** Milliseconds from storing each new transaction to its figures. */
async function measureChanges(bench: LedgerServer, at: (round: number) => number): Promise<number[]> {
  const { server, owner, coinIds } = bench;
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await send<Transaction>(
      server().url,
      owner,
      'POST',
      `/api/portfolios/${owner.portfolioId}/transactions`,
      {
        type: 'buy',
        occurredAt: new Date(at(round)).toISOString(),
        in: { coinId: coinIds[round], amount: '1.5' },
        out: { currency: 'USD', amount: '100' },
      },
    );
    waits.push((await getHoldings(bench)).took);
  }
  return waits;
}

async function measureReplacing(bench: LedgerServer): Promise<number[]> {
  const { server, owner } = bench;
  const waits: number[] = [];
  const { transactions } = await send<TransactionPage>(
    server().url,
    owner,
    'GET',
    `/api/portfolios/${owner.portfolioId}/transactions?to=2018-01-01&limit=${rounds}`,
  );
  for (const { id, type, occurredAt, in: into, out, fee } of transactions) {
    const body = { type, occurredAt, in: toInput(into), out: toInput(out), fee, note: 'changed' };
    await send<Transaction>(server().url, owner, 'PUT', `/api/transactions/${id}`, body);
    waits.push((await getHoldings(bench)).took);
  }
  return waits;
}

function toInput(leg: Transaction['in']) {
  return leg && 'coinId' in leg ? { coinId: leg.coinId, amount: leg.amount } : leg;
}
