import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findPrograms } from '../../scripts/cluster/programs.mjs';
import { isLongRun } from '../support/is-long-run.ts';

vi.setConfig({ testTimeout: 180_000 });

const root = join(import.meta.dirname, '../..');
const hasPrograms = !Array.isArray(findPrograms());

/** Runs `npm run cluster` in its own terminal. */
function runCluster(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/cluster.mjs'], {
    cwd: root,
    // Its own process group, which gets Ctrl-C as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MARKET_PROVIDER: 'simulated',
      NEWS_FEEDS: 'off',
      ...env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  const signal = (name: NodeJS.Signals, pid = -child.pid!) => process.kill(pid, name);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signal('SIGTERM');
    await ended;
  });
  return {
    output: () => printed,
    ended,
    signal,
    /** The addresses it prints once all is ready. */
    async waitForAddresses() {
      const isOver = () => printed.includes('Ctrl-C ends it.') || child.exitCode !== null;
      await vi.waitUntil(isOver, { timeout: 120_000, interval: 100 });
      const url = /^Altimeter is running at (\S+)$/m.exec(printed)?.[1];
      if (url === undefined) throw new Error(`The cluster did not start:\n${printed}`);
      const pids = [...printed.matchAll(/^ {2}(.+): \S+, pid (\d+)$/gm)];
      return {
        url,
        pids: new Map(pids.map(([, name, pid]) => [name!, Number(pid)])),
        folder: /Data: (\S+),/.exec(printed)?.[1] ?? '',
      };
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function occupyPort(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

describe.skipIf(!hasPrograms)('npm run cluster', () => {
  it('serves through its proxy, keeps going when a server is killed, and leaves nothing behind', async () => {
    const cluster = runCluster({ PORT: '0', SERVERS: '2' });
    const { url, pids, folder } = await cluster.waitForAddresses();
    expect([...pids.keys()].slice(0, 2)).toEqual(['Server 1', 'Server 2']);
    expect(pids.size).toBe(4);
    const visit = async () => (await fetch(`${url}/api/global`)).status;
    expect(await visit()).toBe(200);

    cluster.signal('SIGKILL', pids.get('Server 1')!);
    const visits: number[] = [];
    const isBack = async () => {
      visits.push(await visit());
      return cluster.output().includes('Server 1 is running again');
    };
    await vi.waitUntil(isBack, { timeout: 60_000, interval: 50 });
    expect(new Set(visits)).toEqual(new Set([200]));

    cluster.signal('SIGINT');
    expect([0, 130]).toContain(await cluster.ended);
    expect(existsSync(folder)).toBe(false);
    const again = /Server 1 is running again, pid (\d+)/.exec(cluster.output())?.[1];
    expect([...pids.values(), Number(again)].filter(isAlive)).toEqual([]);
  });

  it('leaves nothing behind when stopped before it is ready', async () => {
    const cluster = runCluster({ PORT: '0', SERVERS: '1' });
    await vi.waitUntil(() => cluster.output().includes('Starting PostgreSQL'), { timeout: 60_000 });
    cluster.signal('SIGINT');
    expect([0, 130]).toContain(await cluster.ended);
  });

  it.runIf(isLongRun)('leaves nothing behind when it is killed', async () => {
    const cluster = runCluster({ PORT: '0', SERVERS: '1' });
    const { pids, folder } = await cluster.waitForAddresses();
    cluster.signal('SIGKILL');
    await cluster.ended;
    await vi.waitUntil(() => ![...pids.values()].some(isAlive) && !existsSync(folder), { timeout: 60_000 });
  });

  it('says so when its port is taken', async () => {
    const { port } = (await occupyPort()).address() as AddressInfo;
    const cluster = runCluster({ PORT: String(port) });
    expect(await cluster.ended).toBe(1);
    expect(cluster.output()).toContain(`Port ${port} is in use; set PORT to another one`);
  });
});

it('Missing programs are listed, with how to install them', () => {
  expect(findPrograms([])).toEqual([
    expect.stringMatching(/^PostgreSQL is not installed: apt-get install postgresql/),
    expect.stringMatching(/^Neither Valkey nor Redis is installed: apt-get install redis-server/),
  ]);
});
