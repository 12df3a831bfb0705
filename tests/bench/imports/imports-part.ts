import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Import } from '#contract/ledger/imports.ts';
import { startAppServer } from '../../support/app-server.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { createEmptyPostgres, testDatabaseUrl } from '../../support/postgres.ts';
import { measureAsClient } from '../client-priority.ts';
import { readMemory } from '../process-usage.ts';
import { type Finding, limited, mebibytes, milliseconds, printFindings } from '../report.ts';

const rowCount = 100_000;
const columns =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const tickers = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOT', 'LINK', 'LTC'];

/** Makes a file with the maximum number of rows, all purchases. */
export function makeFile(): string {
  const first = Date.UTC(2021, 0, 1);
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const at = new Date(first + index * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const ticker = tickers[index % tickers.length]!;
    return `${at},Buy ${ticker},${ticker},${(index % 997) + 1}.${index},,,USD,${(index % 89) + 10},${(index % 89) + 10},crypto_purchase`;
  });
  return [columns, ...rows].join('\n');
}

interface Caller {
  call<T>(method: string, path: string, body?: BodyInit, headers?: Record<string, string>): Promise<T>;
}

async function signUp({ url }: ChildServer, email: string): Promise<Caller> {
  const call = async <T>(
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as T;
  };
  const json = { 'content-type': 'application/json' };
  const person = JSON.stringify({ email, firstName: 'A', lastName: 'B' });
  const { token } = await call<{ token: string }>('POST', '/api/auth/signup', person, json);
  return {
    call: (method, path, body, headers = {}) =>
      call(method, path, body, { ...headers, authorization: `Bearer ${token}` }),
  };
}

/** The calls of others meanwhile: a visitor reads the front page's data, and a signed-in user reads a private list. */
interface Others {
  readonly server: ChildServer;
  readonly calls: readonly (() => Promise<unknown>)[];
}

interface Watched<T> {
  readonly result: T;
  readonly took: number;
  /** How long others wait for an answer, in milliseconds, 99th percentile. */
  readonly p99: number;
  /** Peak memory of the server's process, in bytes. */
  readonly memory: number;
}

async function watchOthers<T>({ server, calls }: Others, work: () => Promise<T>): Promise<Watched<T>> {
  const waits: number[] = [];
  const state = { isOver: false, memory: 0 };
  const watch = async (call: () => Promise<unknown>) => {
    while (!state.isOver) {
      const begun = performance.now();
      await call();
      waits.push(performance.now() - begun);
      state.memory = Math.max(state.memory, readMemory(server.pid));
      await setTimeout(10);
    }
  };
  const { result, took } = await measureAsClient(async () => {
    const watching = Promise.all(calls.map(watch));
    const begun = performance.now();
    const result = await work();
    const took = performance.now() - begun;
    state.isOver = true;
    await watching;
    return { result, took };
  });
  waits.sort((a, b) => a - b);
  return { result, took, p99: waits[Math.floor(waits.length * 0.99)] ?? 0, memory: state.memory };
}

/** How many times as long others may wait during an import, unless it is shorter than `unnoticedMs`. */
const maxSlowdown = 2;
/** A page that gets its answer within 50 ms still responds at once: https://web.dev/articles/rail */
const unnoticedMs = 50;
const maxMemory = 250 * 1024 * 1024;

/** Measures imports on both databases. */
export async function benchImports(env: Record<string, string>): Promise<void> {
  printFindings('Imports, SQLite', await measureImports(env));
  if (!testDatabaseUrl) {
    console.log('\nImports, PostgreSQL: not measured, TEST_DATABASE_URL is not set');
    return;
  }
  const { url, drop } = await createEmptyPostgres();
  try {
    printFindings('Imports, PostgreSQL', await measureImports({ ...env, DATABASE_URL: url }));
  } finally {
    await drop();
  }
}

/** Measures one user importing the largest file, while others use the server. */
async function measureImports(env: Record<string, string>): Promise<Finding[]> {
  const server = await startAppServer(env);
  try {
    const user = await signUp(server, 'imports@example.com');
    const other = await signUp(server, 'others@example.com');
    const others: Others = {
      server,
      calls: [
        async () => (await fetch(`${server.url}/api/global`)).arrayBuffer(),
        () => other.call('GET', '/api/portfolios'),
      ],
    };
    const [portfolio] = await user.call<{ id: string }[]>('GET', '/api/portfolios');
    const form = new FormData();
    form.append('file', new Blob([makeFile()], { type: 'text/csv' }), 'crypto.csv');
    // Run once before, so that both measurements are of a warm server.
    await watchOthers(others, () => setTimeout(2_000));
    const before = await watchOthers(others, () => setTimeout(5_000));
    const preview = await watchOthers(others, async () => {
      let read = await user.call<Import>('POST', `/api/portfolios/${portfolio!.id}/imports`, form);
      while (read.state === 'reading') {
        await setTimeout(50);
        read = await user.call<Import>('GET', `/api/imports/${read.id}?limit=1`);
      }
      if (read.state !== 'ready')
        throw new Error(`the file is ${read.state}: ${JSON.stringify(read).slice(0, 500)}`);
      return read;
    });
    const path = `/api/imports/${preview.result.id}`;
    const applied = await watchOthers(others, () => user.call<{ added: number }>('POST', `${path}/apply`));
    if (applied.result.added !== rowCount) throw new Error(`only ${applied.result.added} rows were added`);
    const undone = await watchOthers(others, () => user.call('DELETE', path));
    const memory = Math.max(preview.memory, applied.memory, undone.memory);
    const peak = ({ memory: most }: Watched<unknown>): Finding => ({
      what: '… peak memory of the server',
      measured: mebibytes(most),
    });
    const wait = ({ p99 }: Watched<unknown>) =>
      limited(
        '… wait of others meanwhile, p99',
        p99,
        { atMost: Math.max(maxSlowdown * before.p99, unnoticedMs) },
        milliseconds,
      );
    return [
      { what: 'Load of the machine, one minute', measured: loadavg()[0]!.toFixed(1) },
      { what: 'Wait of others before, p99', measured: milliseconds(before.p99) },
      { what: 'Memory of the server before', measured: mebibytes(before.memory) },
      limited('Reading a file of 100,000 rows', preview.took, { atMost: 5_000 }, milliseconds),
      wait(preview),
      peak(preview),
      limited('Adding its transactions', applied.took, { atMost: 5_000 }, milliseconds),
      wait(applied),
      peak(applied),
      limited('Undoing it', undone.took, { atMost: 10_000 }, milliseconds),
      wait(undone),
      peak(undone),
      limited('Peak memory of the server', memory, { atMost: maxMemory }, mebibytes),
    ];
  } finally {
    await server.stop();
  }
}
