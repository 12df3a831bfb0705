import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addFiring } from '../support/alerts/alert-rows.ts';
import type { ChildServer } from '../support/child-server.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from '../support/cluster/round-robin-proxy.ts';
import { canStartServers, createSite, type Site } from '../support/cluster/servers.ts';
import { isLongRun } from '../support/is-long-run.ts';
import { followStream, type ResumingClient } from '../support/streams/resuming-client.ts';

const timeout = 600_000;
/** A start costs seconds of CPU time, so the short form has fewer. */
const serverCount = isLongRun ? 3 : 2;
/** Pause between a client's requests, to leave CPU time for starting servers. */
const paceMs = 150;
const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Rolling' };

async function post(url: string, body: object, token?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function startAll(): Promise<{ site: Site; servers: ChildServer[]; proxy: RoundRobinProxy }> {
  const site = await createSite();
  // The first one creates the tables.
  const servers = [await site.start()];
  const others = Array.from({ length: serverCount - 1 }, () => site.start());
  servers.push(...(await Promise.all(others)));
  const proxy = await startRoundRobinProxy();
  onTestFinished(() => proxy.close());
  proxy.use(servers.map(({ url }) => url));
  await waitForAll(proxy);
  return { site, servers, proxy };
}

const waitForAll = (proxy: RoundRobinProxy) =>
  vi.waitUntil(() => proxy.listReady().length === serverCount, { timeout: 120_000, interval: 20 });

/** The positions of a stream's quotes, in the order received. */
const quotesOf = ({ events }: ResumingClient) =>
  events.filter(({ name }) => name === 'quotes').map(({ id }) => Number(/q(\d+)/.exec(id)?.[1]));

const alertsOf = ({ events }: ResumingClient) =>
  events.filter(({ name }) => name === 'alert').map(({ data }) => (data as { number: number }).number);

/** Expects each stream to have every event that any stream had between its own first and last, once and in order. */
function expectWhole(streams: readonly ResumingClient[]): void {
  const all = [...new Set(streams.flatMap(quotesOf))].sort((a, b) => a - b);
  for (const stream of streams) {
    const own = quotesOf(stream);
    const expected = all.filter((id) => id >= own[0]! && id <= own.at(-1)!);
    expect(own).toEqual(expected);
    expect(stream.events.filter(({ name }) => name === 'reset')).toEqual([]);
  }
}

/** Replaces a server with a new one while the proxy keeps running. */
async function replace(
  { site, servers, proxy }: Awaited<ReturnType<typeof startAll>>,
  index: number,
  end: (server: ChildServer) => Promise<unknown>,
): Promise<void> {
  await end(servers[index]!);
  proxy.use(servers.filter((_, other) => other !== index).map(({ url }) => url));
  servers[index] = await site.start();
  proxy.use(servers.map(({ url }) => url));
  await waitForAll(proxy);
}

describe.skipIf(!canStartServers)(`${serverCount} servers behind a proxy`, () => {
  it('are restarted one after another without losing a request or an event', { timeout }, async () => {
    const cluster = await startAll();
    const { site, proxy } = cluster;
    const { token } = (await post(`${proxy.url}/api/auth/signup`, person)).body as { token: string };
    const { id: userId } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const member = { authorization: `Bearer ${token}` };
    const streams = [
      ...Array.from({ length: 6 }, () => followStream(() => proxy.url)),
      ...Array.from({ length: 3 }, () => followStream(() => proxy.url, member)),
    ];
    onTestFinished(() => {
      for (const stream of streams) stream.close();
    });
    await vi.waitUntil(() => streams.every((stream) => quotesOf(stream).length > 0), { timeout: 120_000 });

    const isOver = { now: false };
    const statuses: number[] = [];
    const fired: number[] = [];
    const write = async (writer: number) => {
      for (let count = 1; !isOver.now; count++) {
        const body = { name: `${writer} ${count}` };
        statuses.push((await post(`${proxy.url}/api/portfolios`, body, token)).status);
        await wait(paceMs);
      }
    };
    const fire = async () => {
      while (!isOver.now) {
        fired.push((await addFiring(site.db, userId)).number);
        await wait(paceMs);
      }
    };
    const work = Promise.all([...[1, 2].map(write), fire()]);
    work.catch(() => undefined);
    for (const index of cluster.servers.keys()) await replace(cluster, index, (server) => server.stop());
    isOver.now = true;
    await work;

    expect(proxy.failures).toEqual([]);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(20);
    const members = streams.slice(6);
    await vi.waitUntil(() => members.every((stream) => alertsOf(stream).length >= fired.length), {
      timeout: 120_000,
    });
    for (const stream of members) expect(alertsOf(stream)).toEqual(fired);
    expectWhole(streams);
    // Each client was told to reconnect soon, and connected to another server.
    expect(Math.max(...streams.map((stream) => stream.connections()))).toBeGreaterThan(1);
    expect(streams.flatMap(({ retries }) => retries).some((ms) => ms < 2_000)).toBe(true);
  });

  it('lose and repeat no event when they are killed', { timeout }, async () => {
    const cluster = await startAll();
    const { servers } = cluster;
    let turn = 0;
    const streams = Array.from({ length: 9 }, () => followStream(() => servers[turn++ % serverCount]!.url));
    onTestFinished(() => {
      for (const stream of streams) stream.close();
    });
    await vi.waitUntil(() => streams.every((stream) => quotesOf(stream).length > 1), { timeout: 120_000 });
    for (const index of cluster.servers.keys()) {
      if (index > 0) await replace(cluster, index, (server) => server.kill());
    }
    const count = Math.max(...streams.map((stream) => quotesOf(stream).length));
    await vi.waitUntil(() => streams.every((stream) => quotesOf(stream).length > count), {
      timeout: 120_000,
    });
    expectWhole(streams);
  });
});
