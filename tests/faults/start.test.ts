import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { Coin } from '#contract/market.ts';
import {
  marketPaths,
  readMarketStatus,
  readRow,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  waitForState,
} from './faulty-market.ts';

const snapshotPaths = marketPaths.slice(0, 3);
const limit = { timeout: 90_000 };

describe('A server that starts while the provider is down', () => {
  it(
    'serves the last stored snapshot, labelled stale, until the provider is back',
    limit,
    async ({ expect, onTestFinished }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      const folder = await mkdtemp(join(tmpdir(), 'altimeter-restart-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const env = { DATA_DIR: folder, MARKET_PROVIDER: 'auto' };
      const first = await startAppOn(simulator, env);
      // On a busy machine it may start with the simulated market.
      await expect
        .poll(async () => (await readMarketStatus(first)).source, { timeout: 30_000 })
        .toBe('coingecko');
      const before = await readRow(first, 'bitcoin');
      await first.stop();

      simulator.setFault('reset');
      const second = await startAppOn(simulator, env);
      onTestFinished(() => second.kill());
      expect(await readMarketStatus(second)).toMatchObject({ source: 'coingecko', state: 'stale' });
      const list = await fetch(`${second.url}/api/cryptocurrencies`);
      expect([list.status, list.headers.get('x-market-data')]).toEqual([200, 'stale']);
      const [kept] = (await list.json()) as Coin[];
      expect(kept!.current_price! / before!.current_price!).toBeCloseTo(1, 2);

      const visitors = startVisitors(second, snapshotPaths);

      onTestFinished(() => void visitors.stop());
      simulator.clearFaults();
      await waitForState(second, 'live');
      expect(await visitors.stop()).toEqual([]);
    },
  );

  it(
    'and has never had data shows the simulated market, says so, and later switches to the provider for good',
    limit,
    async ({ expect, onTestFinished }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      // Another day of the simulated market, to distinguish the provider's prices from the demo's.
      simulator.setClock({ offsetMs: -400 * 86_400_000 });
      simulator.setFault('500');
      const app = await startAppOn(simulator, { MARKET_PROVIDER: 'auto' });
      onTestFinished(() => app.kill());
      expect(await readMarketStatus(app)).toMatchObject({ source: 'simulated', state: 'live' });
      const list = await fetch(`${app.url}/api/cryptocurrencies`);
      expect([list.status, list.headers.get('x-market-data')]).toEqual([200, 'simulated']);
      const [demo] = (await list.json()) as Coin[];

      // Without `/api/global`, whose figures may arrive a moment after the provider's first coins.
      const visitors = startVisitors(app, ['/api/cryptocurrencies', '/api/trending']);
      onTestFinished(() => void visitors.stop());
      simulator.clearFaults();
      const sourceOf = async () => (await readMarketStatus(app)).source;
      await expect.poll(sourceOf, { timeout: 30_000 }).toBe('coingecko');
      const real = await readRow(app, demo!.id);
      expect(real!.last_updated! < demo!.last_updated!).toBe(true);
      expect(real!.current_price).not.toBe(demo!.current_price);

      const globalStatus = async () => (await fetch(`${app.url}/api/global`)).status;
      await expect.poll(globalStatus, { timeout: 10_000 }).toBe(200);
      simulator.setFault('500');
      await waitForState(app, 'stale');
      expect(await sourceOf()).toBe('coingecko');
      expect(await visitors.stop()).toEqual([]);
    },
  );

  it('and may not simulate answers 503 until it has data', limit, async ({ expect, onTestFinished }) => {
    const simulator = await startFaultySimulator();
    onTestFinished(() => simulator.close());
    simulator.setFault('429', { retryAfter: 3 });
    const app = await startAppOn(simulator);
    onTestFinished(() => app.kill());
    const refused = await fetch(`${app.url}/api/cryptocurrencies`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'market_unavailable' });
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    simulator.clearFaults();
    await waitForState(app, 'live');
    expect((await fetch(`${app.url}/api/cryptocurrencies`)).status).toBe(200);
  });
});
