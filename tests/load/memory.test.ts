import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAppOn, startFaultySimulator, waitForState } from '../faults/faulty-market.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

/** docs/security.md promises the limits of this file. */
const requests = 200_000;
const connections = 32;
const mebibyte = 1024 * 1024;
const limitMs = 60 * 60_000;

/** The most frequent requests, and some rare ones. */
const paths = [
  '/',
  '/api/cryptocurrencies?per_page=100&price_change_percentage=1h,24h,7d&sparkline=true',
  '/api/global',
  '/api/trending',
  '/api/status',
  '/coin/bitcoin',
  '/api/cryptocurrencies/bitcoin',
  '/api/cryptocurrencies/ethereum/history?days=30&interval=auto',
  '/api/search?query=doge',
  '/api/news',
];
const encodings = ['br', 'gzip', 'identity'];

async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** `shed`: temporarily refused, as may happen to the first visitors of a server that has just started. */
type Outcome = 'answered' | 'shed' | 'failed';

function ask(url: string, agent: Agent, encoding: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      const { statusCode = 0, headers } = response;
      const isShed = statusCode === 503 && headers['retry-after'] !== undefined;
      const outcome = isShed ? 'shed' : statusCode < 500 ? 'answered' : 'failed';
      response.resume().once('end', () => resolve(outcome));
    }).once('error', reject);
  });
}

/** Sends all requests over a few connections. Returns the number of each outcome. */
async function visit(server: ChildServer): Promise<Record<Outcome, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const counts = { answered: 0, shed: 0, failed: 0 };
  const visitor = async () => {
    while (sent < requests) {
      const number = sent++;
      const path = paths[number % paths.length]!;
      counts[await ask(server.url + path, agent, encodings[number % encodings.length]!)] += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
  return counts;
}

async function measure(server: ChildServer): Promise<number> {
  onTestFinished(() => server.kill());
  await waitForState(server, 'live');
  const before = await readResidentBytes(server.pid);
  const { shed, failed } = await visit(server);
  const after = await readResidentBytes(server.pid);
  console.info(`${Math.round(before / mebibyte)} MiB before, ${Math.round(after / mebibyte)} MiB after`);
  expect(failed).toBe(0);
  expect(shed).toBeLessThan(requests / 100);
  return after;
}

describe.skipIf(process.platform !== 'linux')(`after ${requests} requests`, () => {
  it('a server with CoinGecko uses at most 160 MB', { timeout: limitMs }, async () => {
    const simulator = await startFaultySimulator();
    onTestFinished(() => simulator.close());
    const server = await startAppOn(simulator, {
      MARKET_REFRESH_SECONDS: '60',
      AUTH_RATE_LIMIT: 'off',
      LOAD_SHEDDING: 'on',
    });
    expect(await measure(server)).toBeLessThanOrEqual(160 * mebibyte);
  });

  it('a server with the simulated market uses at most 200 MB', { timeout: limitMs }, async () => {
    const server = await startAppServer({
      MARKET_PROVIDER: 'simulated',
      AUTH_RATE_LIMIT: 'off',
      LOAD_SHEDDING: 'on',
    });
    expect(await measure(server)).toBeLessThanOrEqual(200 * mebibyte);
  });
});
