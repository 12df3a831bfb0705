import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Redis } from '#server/platform/redis/redis.ts';
import { createRedisPrefix, openTestRedis, testRedisUrl } from '../../../../tests/support/redis.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { createSharedShownPrices } from './shared-shown-prices.ts';
import { createShownPrices, type ShownFigures } from './shown-prices.ts';

const key = { portfolioId: 'p', asOf: 1_700_000_000_000, currency: 'EUR', at: null };
const rate = { value: '0.9', at: 1, source: 'ecb' };
const bitcoin: CoinPrice = {
  ...{ price: '90', dollars: '100', rate, asOf: 1, source: 'coingecko', problem: null },
  state: 'live',
};
const shown: ShownFigures = {
  revision: 3,
  prices: new Map([['bitcoin', bitcoin]]),
  dayValues: [{ kind: 'rate', name: 'EUR', day: '2026-01-01', value: rate }],
};

describe.skipIf(!testRedisUrl)('figures that another server has shown', () => {
  let prefix: ReturnType<typeof createRedisPrefix>;
  let redis: Redis;
  const clock = { time: 0, now: () => clock.time };

  beforeEach(async () => {
    prefix = createRedisPrefix();
    redis = await openTestRedis(prefix);
    clock.time = 0;
  });
  afterEach(async () => {
    redis.close();
    await prefix.remove();
  });

  const countListening = async () => {
    const [, count] = await redis.ask('test', (client) => client.pubsub('NUMSUB', redis.key('shown')));
    return Number(count);
  };

  /** Two servers that listen. */
  async function startServers() {
    const servers = [1, 2].map(() => {
      const own = createShownPrices(clock);
      return { own, shared: createSharedShownPrices(own, redis) };
    });
    for (const { shared } of servers) shared.start();
    await vi.waitUntil(async () => (await countListening()) === 2);
    return servers as [(typeof servers)[number], (typeof servers)[number]];
  }

  it('can be proved with exactly the prices they had there', async () => {
    const [one, other] = await startServers();
    one.own.note(key, shown, 'ada');
    expect(await other.shared.find(key)).toEqual(shown);
    expect(await other.shared.find({ ...key, currency: 'USD' })).toBeUndefined();
    clock.time = 600_001;
    expect(await other.shared.find(key)).toBeUndefined();
  });

  it('take no memory of Redis once they have arrived', async () => {
    const [one, other] = await startServers();
    one.own.note(key, shown, 'ada');
    expect(await other.shared.find(key)).toEqual(shown);
    expect(await redis.ask('test', (client) => client.keys(redis.key('shown', '*')))).toEqual([]);
  });

  it('are unknown while Redis is down, and those of the own server are not', async () => {
    const [one, other] = await startServers();
    one.own.note(key, shown, 'ada');
    redis.close();
    expect(await one.shared.find(key)).toMatchObject(shown);
    expect(await other.shared.find(key)).toBeUndefined();
  });
});
