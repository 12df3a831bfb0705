import { rm } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '../support/child-server.ts';
import { sendRequests } from './http-load.ts';
import { readCpuTime, readMemory } from './process-usage.ts';
import { type RecordedAnswer, recordAnswer, saveRecordings } from './recording.ts';
import { type Finding, limited, mebibytes, microseconds, times } from './report.ts';
import { median } from './statistics.ts';

const rounds = 5;
/** Express takes some milliseconds a request: fewer of them are as exact, and it has sooner reached its pace. */
const load = { requests: 5000, warmUp: 40_000 };
const expressLoad = { requests: 300, warmUp: 1000 };

interface Side {
  readonly server: ChildServer;
  /** In each round. */
  readonly requests: number;
  /** Before the first round, until the engine has compiled what is hot. */
  readonly warmUp: number;
}

/** CPU per request of what visitors ask for most, against the least and the usual that Node servers do; and memory. */
export async function measureHttp(altimeter: ChildServer): Promise<Finding[]> {
  const json = await recordAnswer(altimeter.url, '/api/cryptocurrencies');
  const html = await recordAnswer(altimeter.url, '/');
  const file = join(tmpdir(), `altimeter-bench-${process.pid}.json`);
  await saveRecordings(file, [json, html]);
  const replay = await startBaseline('tests/bench/replay-server.ts', file);
  const express = await startBaseline('tests/bench/express-server.ts', file);
  try {
    const sides = {
      altimeter: { server: altimeter, ...load },
      raw: { server: replay, ...load },
      express: { server: express, ...expressLoad },
    };
    return [
      ...(await compare('Market JSON', json, sides)),
      ...(await compare('Market page', html, sides)),
      limited('Memory after that', readMemory(altimeter.pid), { atMost: 160 * 1024 * 1024 }, mebibytes),
    ];
  } finally {
    await Promise.all([replay.stop(), express.stop(), rm(file, { force: true })]);
  }
}

function startBaseline(script: string, recordings: string): Promise<ChildServer> {
  return startChildServer(script, {
    cwd: tmpdir(),
    args: [recordings],
    env: { NODE_ENV: 'production' },
  });
}

async function compare(
  name: string,
  { path, etag }: RecordedAnswer,
  { altimeter, raw, express }: Record<'altimeter' | 'raw' | 'express', Side>,
): Promise<Finding[]> {
  const gzip = { 'accept-encoding': 'gzip' };
  const [ours = 0, least = 0, usual = 0] = await alternate([altimeter, raw, express], path, gzip, 200);
  const full = [
    { what: `${name}, gzip: Altimeter, CPU a request`, measured: microseconds(ours) },
    { what: `${name}, gzip: bare node:http`, measured: microseconds(least) },
    { what: `${name}, gzip: Express + compression`, measured: microseconds(usual) },
    limited(`${name}, gzip: Altimeter to bare`, ours / least, { atMost: 1.5 }, times),
    limited(`${name}, gzip: Express to Altimeter`, usual / ours, { atLeast: 40 }, times),
  ];
  if (!etag) return full;
  const known = { ...gzip, 'if-none-match': etag };
  const [ours304 = 0, least304 = 0] = await alternate([altimeter, raw], path, known, 304);
  return [
    ...full,
    { what: `${name}, 304: Altimeter, CPU a request`, measured: microseconds(ours304) },
    { what: `${name}, 304: bare node:http`, measured: microseconds(least304) },
    limited(`${name}, 304: Altimeter to bare`, ours304 / least304, { atMost: 1.5 }, times),
  ];
}

/** Median CPU per request of each side, in microseconds; the sides take turns, so that both see the same machine. */
async function alternate(
  sides: readonly Side[],
  path: string,
  headers: OutgoingHttpHeaders,
  status: number,
): Promise<number[]> {
  const results = sides.map((): number[] => []);
  for (const { server, warmUp } of sides) await sendRequests(server.url + path, headers, warmUp, status);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { server, requests }] of sides.entries()) {
      const before = readCpuTime(server.pid);
      await sendRequests(server.url + path, headers, requests, status);
      results[index]?.push((readCpuTime(server.pid) - before) / requests / 1000);
    }
  }
  return results.map(median);
}
