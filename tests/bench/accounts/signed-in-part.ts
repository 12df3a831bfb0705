import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppServer } from '../../support/app-server.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { recordAnswer } from '../browser/recording.ts';
import { alternateLoad } from '../http/alternate-load.ts';
import { startBaseline } from '../http/baseline.ts';
import { type Finding, limited, microseconds, milliseconds, perSecond, times } from '../report.ts';
import { addBenchUser, holdingCount, watchedCount } from './bench-user.ts';

const load = { requests: 2000, warmUp: 6000 };

/**
 * Measures the most frequent calls of a signed-in user on a database: each reads the session and the rows. Compared
 * with a bare `node:http` server that sends the same bytes to anyone. Also measures how soon a killed server is back.
 */
export async function measureSignedIn(env: Readonly<Record<string, string>>): Promise<Finding[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altimeter-bench-'));
  const start = () => startAppServer({ ...env, DATA_DIR: dataDir });
  let altimeter = await start();
  try {
    const calls = await measureCalls(altimeter);
    await altimeter.kill();
    const killedAt = performance.now();
    altimeter = await start();
    while ((await fetch(`${altimeter.url}/readyz`)).status !== 200);
    const downtime = performance.now() - killedAt;
    return [...calls, limited('Ready again after kill -9', downtime, { atMost: 5000 }, milliseconds)];
  } finally {
    await altimeter.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureCalls(altimeter: ChildServer): Promise<Finding[]> {
  const { authorization, portfolioId } = await addBenchUser(altimeter.url);
  const headers = { authorization, 'accept-encoding': 'gzip' };
  const calls = [
    [`Watchlist of ${watchedCount}`, '/api/watchlist'],
    [`Portfolio of ${holdingCount}`, '/api/portfolio'],
    [`Portfolio of ${holdingCount}, valued`, `/api/portfolios/${portfolioId}/performance`],
  ] as const;
  const answers = await Promise.all(calls.map(([, path]) => recordAnswer(altimeter.url, path, headers)));
  const bare = await startBaseline('tests/bench/browser/replay-server.ts', answers);
  try {
    const findings: Finding[] = [];
    for (const [name, path] of calls) {
      const [ours, least] = await alternateLoad(
        [
          { server: altimeter, ...load },
          { server: bare, ...load },
        ],
        { path, headers, status: 200 },
      );
      findings.push(
        { what: `${name}: calls, 8 at a time`, measured: perSecond(ours!.perSecond) },
        { what: `${name}: p99`, measured: milliseconds(ours!.p99) },
        { what: `${name}: CPU per call`, measured: microseconds(ours!.cpu) },
        { what: `${name}: CPU, compared with bare node:http`, measured: times(ours!.cpu / least!.cpu) },
        { what: `${name}: p99, compared with bare node:http`, measured: times(ours!.p99 / least!.p99) },
      );
    }
    return findings;
  } finally {
    await bare.stop();
  }
}
