import { setTimeout } from 'node:timers/promises';
import type { Import } from '#contract/ledger/imports.ts';
import { startAppServer } from '../../support/app-server.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { type Finding, limited, milliseconds } from '../report.ts';

const rowCount = 100_000;
const columns =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const tickers = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOT', 'LINK', 'LTC'];

/** A file of as many purchases as one may have. */
function makeFile(): string {
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

/** How long others wait for the front page's data while something else goes on; the 99th percentile. */
async function watchOthers<T>(
  { url }: ChildServer,
  work: () => Promise<T>,
): Promise<{ result: T; took: number; p99: number }> {
  const waits: number[] = [];
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      const begun = performance.now();
      await (await fetch(`${url}/api/global`)).arrayBuffer();
      waits.push(performance.now() - begun);
      await setTimeout(10);
    }
  })();
  const begun = performance.now();
  const result = await work();
  const took = performance.now() - begun;
  state.isOver = true;
  await watching;
  waits.sort((a, b) => a - b);
  return { result, took, p99: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}

/** The largest file of one user, while others go on. */
export async function measureImports(env: Record<string, string>): Promise<Finding[]> {
  const server = await startAppServer(env);
  try {
    const user = await signUp(server, 'imports@example.com');
    const [portfolio] = await user.call<{ id: string }[]>('GET', '/api/portfolios');
    const form = new FormData();
    form.append('file', new Blob([makeFile()], { type: 'text/csv' }), 'crypto.csv');
    const preview = await watchOthers(server, async () => {
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
    const applied = await watchOthers(server, () => user.call<{ added: number }>('POST', `${path}/apply`));
    if (applied.result.added !== rowCount) throw new Error(`only ${applied.result.added} rows were added`);
    const undone = await watchOthers(server, () => user.call('DELETE', path));
    return [
      limited('Reading a file of 100,000 rows', preview.took, { atMost: 5_000 }, milliseconds),
      limited('… what others wait meanwhile, p99', preview.p99, { atMost: 200 }, milliseconds),
      limited('Adding its transactions', applied.took, { atMost: 5_000 }, milliseconds),
      limited('… what others wait meanwhile, p99', applied.p99, { atMost: 200 }, milliseconds),
      limited('Undoing it', undone.took, { atMost: 10_000 }, milliseconds),
      limited('… what others wait meanwhile, p99', undone.p99, { atMost: 200 }, milliseconds),
    ];
  } finally {
    await server.stop();
  }
}
