import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { statusSchema } from '#contract/market.ts';
import type { SimulatorServer } from '#server/market/simulator/server/simulator-server.ts';
import { startPostgres } from '../../scripts/cluster/postgres.mjs';
import { chooseTemporaryParent, findPrograms } from '../../scripts/cluster/programs.mjs';
import type { ChildServer } from '../support/child-server.ts';
import { isLongRun } from '../support/is-long-run.ts';
import { canMountDisk, createOwnDisk } from '../support/own-disk.ts';
import { createEmptyPostgres, testDatabaseUrl } from '../support/postgres.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { ConfirmedWrites, type Send } from './confirmed-writes.ts';
import {
  marketPaths,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  visitAll,
  waitForState,
} from './faulty-market.ts';

/** A database that a test makes unreachable and restores. */
interface Outage {
  readonly env: Record<string, string>;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
  /** Removes the database. */
  remove(): Promise<void>;
}

async function createPostgresOutage(kind: 'cut' | 'freeze'): Promise<Outage> {
  const schema = await createEmptyPostgres();
  const url = new URL(schema.url);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return {
    env: { DATABASE_URL: url.href },
    begin: () => proxy[kind](),
    end: () => proxy.restore(),
    async remove() {
      await proxy.close();
      await schema.drop();
    },
  };
}

const programs = findPrograms();

/** Creates a PostgreSQL that is stopped abruptly, as by `pg_ctl stop -m immediate`, and restarted. */
async function createPostgresCrash(): Promise<Outage> {
  if (Array.isArray(programs)) throw new Error(programs.join('\n'));
  const folder = mkdtempSync(join(chooseTemporaryParent(), 'altimeter-crash-'));
  // PostgreSQL's user needs access to the folders below.
  chmodSync(folder, 0o711);
  const service = await startPostgres({ folder: join(folder, 'postgres'), programs });
  return {
    env: { DATABASE_URL: service.address },
    async begin() {
      service.signal('SIGQUIT');
      await service.ended();
    },
    end: service.start,
    async remove() {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function createFullDisk(): Promise<Outage> {
  const disk = createOwnDisk();
  return {
    env: { DATA_DIR: disk.folder },
    begin: disk.fill,
    end: disk.clear,
    remove: async () => disk.remove(),
  };
}

/**
 * `isSeen`: whether the status reports the outage. It doesn't report a full disk, which can still be read.
 * `isStopTried`: whether the server is stopped during it. The short form tries only the hardest case, a database that
 * does not answer.
 */
const outages = [
  {
    name: 'a PostgreSQL that is stopped',
    isAvailable: testDatabaseUrl !== undefined,
    isSeen: true,
    isStopTried: isLongRun,
    create: () => createPostgresOutage('cut'),
  },
  {
    name: 'a PostgreSQL that crashes and recovers',
    isAvailable: isLongRun && testDatabaseUrl !== undefined && !Array.isArray(programs),
    isSeen: true,
    isStopTried: isLongRun,
    create: createPostgresCrash,
  },
  {
    name: 'a PostgreSQL that no longer answers',
    isAvailable: testDatabaseUrl !== undefined,
    isSeen: true,
    isStopTried: true,
    create: () => createPostgresOutage('freeze'),
  },
  {
    name: 'a full disk',
    isAvailable: canMountDisk,
    isSeen: false,
    isStopTried: isLongRun,
    create: createFullDisk,
  },
];

const writers = 4;
/** How many refusals to wait for: one per writer. If the database never answers, all writers wait at the same time. */
const refusalsToSee = writers;

interface Refusal {
  readonly status: number;
  readonly code: unknown;
  readonly retryAfter: string | null;
}

class UnavailableError extends Error {}

/** Calls the server as one user. Collects refusals with a server error; such writes were not confirmed. */
function sendTo(server: ChildServer, token: string, refusals: Refusal[] = []): Send {
  return async (method, path, body) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const read = text === '' ? null : JSON.parse(text);
    // On a busy machine the user's own waiting requests may be in the way.
    if (answer.status === 429) throw new UnavailableError();
    if (answer.status < 500) return { status: answer.status, body: read };
    refusals.push({ status: answer.status, code: read.code, retryAfter: answer.headers.get('retry-after') });
    throw new UnavailableError();
  };
}

async function signUp(server: ChildServer): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Outage' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const refusedMs = 100;

/** Keeps writing from several clients concurrently. `stop` rejects with any error except the refusals. */
function startWriting(writes: ConfirmedWrites, send: Send): { stop(): Promise<void> } {
  let isStopped = false;
  const write = async () => {
    while (!isStopped) {
      await writes.writeOnce(send).catch((error: unknown) => {
        if (!(error instanceof UnavailableError)) throw error;
        // Refusals are quick: without a pause, four writers would send more than the server accepts.
        return pause(refusedMs);
      });
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  writing.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}

/** Pipelines many requests on one connection, so that they are in progress when the database goes down. */
async function sendPipelined(server: ChildServer, token: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const body = '{"coinId":"bitcoin","symbol":"btc","name":"Bitcoin"}';
  const head = `host: ${hostname}\r\nauthorization: Bearer ${token}\r\n`;
  const write = `POST /api/watchlist HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const read = `GET /api/portfolios HTTP/1.1\r\n${head}\r\n`;
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write((write + read).repeat(pipelined));
  // With the first answer, the server is processing them.
  await once(socket, 'data');
  socket.resume();
}
const pipelined = 10;

async function readDegraded(server: ChildServer): Promise<string> {
  const answer = await fetch(`${server.url}/api/status`);
  if (!answer.ok) return 'shed';
  return statusSchema.parse(await answer.json()).degraded.join();
}

/** Reads the market's stream until it ends. */
function followStream(server: ChildServer): { countQuotes(): number } {
  let quotes = 0;
  const read = async () => {
    const { body } = await fetch(`${server.url}/api/stream`);
    const decoder = new TextDecoder();
    for await (const chunk of body!) quotes += decoder.decode(chunk).split('event: quotes').length - 1;
  };
  read().catch(() => undefined);
  return { countQuotes: () => quotes };
}

async function prepare(outage: Outage, simulator: SimulatorServer) {
  const server = await startAppOn(simulator, {
    AUTH_RATE_LIMIT: 'off',
    TOKEN_SECRET: 'a secret of this test and of no other',
    ...outage.env,
  });
  const token = await signUp(server);
  await waitForState(server, 'live');
  await visitAll(server);
  const rows = await (await fetch(`${server.url}/api/cryptocurrencies?per_page=8`)).json();
  return { server, token, writes: new ConfirmedWrites((rows as { id: string }[]).map(({ id }) => id)) };
}

/** A server with too little CPU time sheds load. Without the database the text differs. */
const isShed = (text: string) => text.includes('The server is busy.');

const publicPaths = [...marketPaths, '/', '/cryptocurrency/bitcoin', '/news', '/api/status', '/healthz'];
const timeout = 300_000;

for (const { name, isAvailable, isSeen, isStopTried, create } of outages) {
  describe.skipIf(!isAvailable)(`With ${name}`, () => {
    it('public pages stay up, everything else is 503, and nothing confirmed is lost', { timeout }, async ({
      expect,
      onTestFinished,
    }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      const outage = await create();
      onTestFinished(() => outage.remove());
      const { server, token, writes } = await prepare(outage, simulator);
      onTestFinished(() => server.kill());
      const refusals: Refusal[] = [];
      const visitors = startVisitors(server, publicPaths);
      const writing = startWriting(writes, sendTo(server, token, refusals));
      const stream = followStream(server);
      await vi.waitUntil(() => writes.answered > 20 && stream.countQuotes() > 0, { timeout: 60_000 });

      await sendPipelined(server, token);
      await outage.begin();
      await vi.waitUntil(() => refusals.length >= refusalsToSee, { timeout: 60_000 });
      const visited = visitors.visits.length;
      await vi.waitUntil(() => visitors.visits.length > visited + 5 * publicPaths.length, {
        timeout: 60_000,
      });
      const streamed = stream.countQuotes();
      await vi.waitUntil(() => stream.countQuotes() > streamed, { timeout: 60_000 });
      await waitForState(server, 'live');
      const seen = isSeen ? 'database' : '';
      await vi.waitUntil(async () => (await readDegraded(server)) === seen, { timeout: 60_000 });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await outage.end();

      const answered = writes.answered;
      await vi.waitUntil(() => writes.answered > answered + 20, { timeout: 60_000 });
      await vi.waitUntil(async () => (await readDegraded(server)) === '', { timeout: 60_000 });
      await writing.stop();
      expect((await visitors.stop()).filter(({ text }) => !isShed(text))).toEqual([]);
      const unexpected = refusals.filter(
        ({ status, code, retryAfter }) => status !== 503 || code !== 'unavailable' || !retryAfter,
      );
      expect(unexpected).toEqual([]);
      expect(await writes.findDifferences(sendTo(server, token))).toEqual([]);
      expect(await server.stop()).toBe(0);
      expect(server.output()).not.toMatch(/insert into|update "|select "|ada@example|postgres:\/\//i);
    });

    const title = 'a server that is asked to stop ends in time';
    it.runIf(isStopTried)(title, { timeout }, async ({ expect, onTestFinished }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      const outage = await create();
      onTestFinished(() => outage.remove());
      const { server, token, writes } = await prepare(outage, simulator);
      onTestFinished(() => server.kill());
      const refusals: Refusal[] = [];
      const writing = startWriting(writes, sendTo(server, token, refusals));
      await outage.begin();
      await vi.waitUntil(() => refusals.length > 0, { timeout: 60_000 });
      // Null if it had to be killed after ten seconds.
      expect(await server.stop()).not.toBeNull();
      await writing.stop().catch(() => undefined);
    });
  });
}
