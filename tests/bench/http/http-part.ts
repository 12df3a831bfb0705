import type { OutgoingHttpHeaders } from 'node:http';
import type { ChildServer } from '../../support/child-server.ts';
import { type RecordedAnswer, recordAnswer } from '../browser/recording.ts';
import { readMemory } from '../process-usage.ts';
import { type Finding, limited, mebibytes, microseconds, times } from '../report.ts';
import { alternateLoad, type Side } from './alternate-load.ts';
import { startBaseline } from './baseline.ts';

/** Express takes some milliseconds per request, so fewer are precise enough, and it warms up sooner. */
const load = { requests: 5000, warmUp: 40_000 };
const expressLoad = { requests: 300, warmUp: 1000 };

/**
 * Measures memory, and CPU time per request of the most frequent calls, compared with a minimal and a typical Node
 * server.
 */
export async function measureHttp(altimeter: ChildServer): Promise<Finding[]> {
  const json = await recordAnswer(altimeter.url, '/api/cryptocurrencies');
  const html = await recordAnswer(altimeter.url, '/');
  const replay = await startBaseline('tests/bench/browser/replay-server.ts', [json, html]);
  const express = await startBaseline('tests/bench/http/express-server.ts', [json, html]);
  try {
    const sides = {
      altimeter: { server: altimeter, ...load },
      raw: { server: replay, ...load },
      express: { server: express, ...expressLoad },
    };
    return [
      ...(await compare('Market JSON', json, sides)),
      ...(await compare('Market page', html, sides)),
      limited(
        'Memory after these requests',
        readMemory(altimeter.pid),
        { atMost: 160 * 1024 * 1024 },
        mebibytes,
      ),
    ];
  } finally {
    await Promise.all([replay.stop(), express.stop()]);
  }
}

async function compare(
  name: string,
  { path, etag }: RecordedAnswer,
  { altimeter, raw, express }: Record<'altimeter' | 'raw' | 'express', Side>,
): Promise<Finding[]> {
  const gzip = { 'accept-encoding': 'gzip' };
  const [ours = 0, least = 0, typical = 0] = await listCpu([altimeter, raw, express], path, gzip, 200);
  const full = [
    { what: `${name}, gzip: Altimeter, CPU per request`, measured: microseconds(ours) },
    { what: `${name}, gzip: bare node:http`, measured: microseconds(least) },
    { what: `${name}, gzip: Express + compression`, measured: microseconds(typical) },
    limited(`${name}, gzip: Altimeter, compared with bare`, ours / least, { atMost: 1.5 }, times),
    limited(`${name}, gzip: Express, compared with Altimeter`, typical / ours, { atLeast: 40 }, times),
  ];
  if (!etag) return full;
  const known = { ...gzip, 'if-none-match': etag };
  const [ours304 = 0, least304 = 0] = await listCpu([altimeter, raw], path, known, 304);
  return [
    ...full,
    { what: `${name}, 304: Altimeter, CPU per request`, measured: microseconds(ours304) },
    { what: `${name}, 304: bare node:http`, measured: microseconds(least304) },
    limited(`${name}, 304: Altimeter, compared with bare`, ours304 / least304, { atMost: 1.5 }, times),
  ];
}

async function listCpu(
  sides: readonly Side[],
  path: string,
  headers: OutgoingHttpHeaders,
  status: number,
): Promise<number[]> {
  return (await alternateLoad(sides, { path, headers, status })).map(({ cpu }) => cpu);
}
