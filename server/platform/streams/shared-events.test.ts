import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createRedisPrefix,
  openTestRedis,
  startRedisServer,
  testRedisUrl,
  waitForRedis,
} from '../../../tests/support/redis.ts';
import { createSharedEvents, type PlacedEvent } from './shared-events.ts';

const start = Date.UTC(2026, 0, 3);
const eventAt = (ms: number, data: unknown = ms): PlacedEvent => ({
  place: { id: start + ms, after: ms === 0 ? undefined : start + ms - 1000 },
  event: { name: 'quotes', data },
});

describe.skipIf(!testRedisUrl)('events that servers share', () => {
  let site: ReturnType<typeof createRedisPrefix>;
  beforeEach(() => {
    site = createRedisPrefix();
  });
  afterEach(() => site.remove());

  async function open(options: { url: string; prefix?: string } = site) {
    const redis = await openTestRedis(options);
    const events = createSharedEvents(redis);
    const received: PlacedEvent[] = [];
    await events.start((event) => received.push(event));
    onTestFinished(async () => {
      await events.stop();
      redis.close();
    });
    const data = () => received.map(({ event }) => event.data);
    return { redis, events, received, data };
  }

  it('are the same for all, whoever offered them first', async () => {
    const [one, two] = [await open(), await open()];
    await one.events.offer(eventAt(0, 'of one'));
    await two.events.offer(eventAt(0, 'of two'));
    await two.events.offer(eventAt(1000, 'next'));
    await vi.waitFor(() => expect(one.data()).toEqual(['of one', 'next']));
    expect(two.received).toEqual(one.received);
    expect(one.received[1]).toEqual(eventAt(1000, 'next'));
  });

  it('are not parsed by a server that has made the same events itself', async () => {
    const { events, received } = await open();
    const own = eventAt(0, ['quotes']);
    await events.offer(own);
    expect(received[0]!.event).toBe(own.event);
  });

  it('include none older than an existing one: those of a halted server come too late', async () => {
    const [one, two] = [await open(), await open()];
    await one.events.offer(eventAt(2000));
    await two.events.offer(eventAt(1000));
    expect([one.data(), two.data()]).toEqual([[2000], [2000]]);
  });

  it('are available to a starting server for five minutes', async () => {
    const one = await open();
    for (const ms of [0, 1000, 301_000]) await one.events.offer(eventAt(ms));
    expect((await open()).data()).toEqual([1000, 301_000]);
  });

  it('continue after Redis was down and lost everything', { timeout: 60_000 }, async () => {
    const server = await startRedisServer();
    onTestFinished(() => server.remove());
    const [one, two] = [await open(server), await open(server)];
    await one.events.offer(eventAt(0));
    await vi.waitFor(() => expect(two.data()).toEqual([0]));
    await server.kill();
    await waitForRedis(one.redis, true);
    await expect(one.events.offer(eventAt(1000))).rejects.toThrow();
    await server.start();
    await Promise.all([one, two].map(({ redis }) => waitForRedis(redis, false)));
    await one.events.offer(eventAt(2000));
    await vi.waitFor(() => expect(two.data()).toEqual([0, 2000]), { timeout: 10_000 });
  });
});
