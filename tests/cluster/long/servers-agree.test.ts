import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Coin } from '#contract/market.ts';
import { startFaultySimulator } from '../../faults/faulty-market.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { canStartServers, createSite, type Site } from '../../support/cluster/servers.ts';
import { startRedisServer } from '../../support/redis.ts';
import { followStream, type ResumingClient } from '../../support/streams/resuming-client.ts';

const timeout = 600_000;
const within = { timeout: 180_000, interval: 50 };

/** Node flags for a clock that is five minutes ahead. */
const fiveMinutesAhead = [
  '--import',
  'data:text/javascript,const now=Date.now;Date.now=()=>now()+300000;' +
    'Object.defineProperty(performance,"timeOrigin",{value:performance.timeOrigin+300000});',
] as const;

function follow(server: ChildServer): ResumingClient {
  const stream = followStream(() => server.url);
  onTestFinished(() => stream.close());
  return stream;
}

const quotesOf = ({ events }: ResumingClient) => events.filter(({ name }) => name === 'quotes');
const idsOf = (stream: ResumingClient) => quotesOf(stream).map(({ id }) => Number(id.slice(1)));

/** Waits for `count` more events on each stream. */
async function waitForMore(streams: readonly ResumingClient[], count: number): Promise<void> {
  const before = streams.map((stream) => quotesOf(stream).length);
  await vi.waitUntil(
    () => streams.every((stream, index) => quotesOf(stream).length >= before[index]! + count),
    within,
  );
}

/** Expects both streams to have the same events for the time that both were connected, each once and in order. */
function expectSame([one, two]: readonly [ResumingClient, ResumingClient]): void {
  const [ids, others] = [idsOf(one), idsOf(two)];
  const from = Math.max(ids[0]!, others[0]!);
  const to = Math.min(ids.at(-1)!, others.at(-1)!);
  const shared = (list: readonly number[]) => list.filter((id) => id >= from && id <= to);
  expect(shared(ids).length).toBeGreaterThan(2);
  expect(shared(ids)).toEqual(shared(others));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
}

async function readPrice({ url }: ChildServer): Promise<{ asOf: string; price: number | null }> {
  const answer = await fetch(`${url}/api/cryptocurrencies?ids=bitcoin`);
  const [bitcoin] = (await answer.json()) as Coin[];
  return { asOf: bitcoin!.last_updated ?? '', price: bitcoin!.current_price };
}

/** The pid of a lease's holder. */
async function findHolder({ db }: Site, name: string): Promise<number | undefined> {
  const query = db.selectFrom('leases').select('holder').where('name', '=', name);
  const holder = (await query.executeTakeFirst())?.holder;
  return Number(/-(\d+)-[0-9a-f]{8}-/.exec(holder ?? '')?.[1]) || undefined;
}

describe.skipIf(!canStartServers)('Servers that share a PostgreSQL and a Redis', () => {
  it('show the same prices at the same time, although the clock of one is five minutes off', {
    timeout,
  }, async () => {
    const site = await createSite();
    const one = await site.start();
    const two = await site.start({}, fiveMinutesAhead);
    const streams = [follow(one), follow(two)] as const;
    await waitForMore(streams, 4);
    expectSame(streams);
    const seen = new Map<string, number | null>();
    // Sooner or later both show the same instant, and then the same price.
    await vi.waitUntil(async () => {
      const { asOf, price } = await readPrice(one);
      seen.set(asOf, price);
      const other = await readPrice(two);
      if (!seen.has(other.asOf)) return false;
      expect(other.price).toBe(seen.get(other.asOf));
      return true;
    }, within);
    const newest = Math.max(...streams.flatMap(idsOf));
    expect(Math.abs(newest - Date.now())).toBeLessThan(60_000);
  });

  it('continue with the same events while Redis is down, without repeats when it is back', {
    timeout,
  }, async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.remove());
    const site = await createSite(redis.url);
    // Without Redis, servers read the newest prices. With a refresh each second, a busy machine could skip one.
    const slow = { MARKET_REFRESH_SECONDS: '4' };
    const servers = [await site.start(slow), await site.start(slow)] as const;
    const streams = [follow(servers[0]), follow(servers[1])] as const;
    await waitForMore(streams, 2);
    await redis.kill();
    await waitForMore(streams, 4);
    await redis.start();
    await waitForMore(streams, 8);
    for (const stream of streams) expect(stream.connections()).toBe(1);
    expectSame(streams);
  });

  it('have another leader soon after theirs is halted, and reject its writes when it resumes', {
    timeout,
  }, async () => {
    const simulator = await startFaultySimulator();
    onTestFinished(() => simulator.close());
    const site = await createSite();
    const env = {
      MARKET_PROVIDER: 'coingecko',
      COINGECKO_BASE_URL: simulator.url,
      COINGECKO_CALLS_PER_MINUTE: '10000',
    };
    const servers = [await site.start(env), await site.start(env)];
    const leaderPid = await findHolder(site, 'market-refresh');
    const leader = servers.find(({ pid }) => pid === leaderPid)!;
    const follower = servers.find(({ pid }) => pid !== leaderPid)!;
    const stream = follow(follower);
    await waitForMore([stream], 2);
    process.kill(leader.pid, 'SIGSTOP');
    const haltedAt = performance.now();
    for (const lease of ['market-refresh', 'alert-evaluation'])
      await vi.waitUntil(async () => (await findHolder(site, lease)) === follower.pid, within);
    const movedMs = performance.now() - haltedAt;
    process.kill(leader.pid, 'SIGCONT');
    // As promised, plus some seconds for a busy machine.
    expect(movedMs).toBeLessThan(30_000);
    const thawed = follow(leader);
    await waitForMore([stream, thawed], 4);
    for (const lease of ['market-refresh', 'alert-evaluation'])
      expect(await findHolder(site, lease)).toBe(follower.pid);
    expectSame([stream, thawed]);
  });
});
