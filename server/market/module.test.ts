import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { Job } from '#server/platform/module.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import { createTestParts } from '../../tests/support/test-parts.ts';
import { createMarketModule } from './module.ts';

let files: TestDatabase;
let running: Job | undefined;
beforeEach(async () => {
  files = await createSqliteDatabase();
  await migrateDatabase(await files.open());
});
afterEach(async () => {
  await running?.stop();
  await files.remove();
});

const bodies: Record<string, unknown> = {
  '/api/v3/coins/markets': [
    {
      id: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      current_price: 100_000,
      last_updated: '2026-01-01T00:00:00Z',
    },
    'no row',
  ],
  '/api/v3/global': { data: { total_market_cap: { usd: 3e12 } } },
  '/api/v3/search/trending': { coins: [{ item: { id: 'bitcoin', data: { price: 5 } } }] },
  '/api/v3/coins/bitcoin': { id: 'bitcoin', name: 'Bitcoin', description: { en: '<b>Money</b>' } },
};

/** The job that follows the stream's. */
const feedJob = 1;

async function open(provider: 'auto' | 'coingecko' | 'simulated', isReachable = true, clock = systemClock) {
  const parts = createTestParts({ db: await files.open(), clock });
  const market = createMarketModule({
    ...parts,
    listFollowedCoins: async () => [],
    config: {
      dataDir: files.options.dataDir,
      market: {
        provider,
        refreshSeconds: 60,
        coingecko: {
          baseUrl: 'https://provider.test/api/v3',
          apiKey: undefined,
          plan: 'public',
          callsPerMinute: 10,
        },
      },
    },
    fetch: async (input) => {
      if (!isReachable) throw new TypeError('fetch failed');
      const body = bodies[new URL(String(input)).pathname];
      return new Response(JSON.stringify(body ?? { error: 'coin not found' }), { status: body ? 200 : 404 });
    },
  });
  const job = market.jobs[feedJob];
  running = job;
  return { market, start: async () => job?.start(), registry: parts.registry };
}

describe('the market module', () => {
  it('serves the real market with one call for each part', async () => {
    const { market, start, registry } = await open('auto');
    await start();
    expect(market.service.status()).toMatchObject({ source: 'coingecko', state: 'live' });
    expect(market.service.snapshot()).toMatchObject({
      coins: [{ id: 'bitcoin', current_price: 100_000 }],
      global: { total_market_cap: { usd: 3e12 } },
      trending: [{ id: 'bitcoin', price: 100_000 }],
      rejected: 1,
    });
    expect((await market.service.getCoin('bitcoin'))?.value).toMatchObject({
      description: { en: 'Money' },
      market_data: { current_price: { usd: 100_000 } },
    });
    const metrics = await registry.metrics();
    expect(metrics).toContain('market_refreshes_total{outcome="ok"} 1');
    expect(metrics).toContain('market_rejected_rows_total 1');
    expect(metrics).toContain('market_upstream_calls_total{endpoint="coins",outcome="ok"} 1');
    expect(metrics).toMatch(/market_snapshot_age_seconds \d/);
  });

  it('ends a simulated history at the price in the list, whenever it is requested', async () => {
    let now = Date.UTC(2026, 0, 10, 12);
    const { market, start } = await open('simulated', true, { now: () => now });
    await start();
    const listed = market.service.snapshot()?.coins[0];
    now += 45_000;
    const history = await market.service.getHistory(listed!.id, 7, 'auto');
    expect(history?.value.prices.at(-1)).toEqual([Date.parse(listed!.last_updated!), listed!.current_price]);
  });

  it('serves the simulated market if there is no network', async () => {
    const { market, start, registry } = await open('auto', false);
    expect(await registry.metrics()).not.toMatch(/market_snapshot_age_seconds \d/);
    await start();
    expect(market.service.status()).toMatchObject({ source: 'simulated', state: 'live' });
    expect(market.service.snapshot()?.coins.length).toBe(250);
    const coin = await market.service.getCoin('bitcoin');
    expect(coin?.value.market_data.current_price.usd).toBe(
      market.service.snapshot()?.coins[0]?.current_price,
    );
  });
});
