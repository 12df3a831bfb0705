import { describe, it } from 'vitest';
import type { FaultKind } from '../../server/market/simulator/faults.ts';
import {
  marketPaths,
  readMarketStatus,
  readRow,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  visitAll,
} from './faulty-market.ts';

const faults: [FaultKind, { retryAfter?: number }][] = [
  ['429', { retryAfter: 5 }],
  ['500', {}],
  ['hang', {}],
  ['reset', {}],
  ['truncated', {}],
  ['html', {}],
  ['nan', {}],
  ['nulls', {}],
  ['empty', {}],
  ['slow', {}],
];

describe('While the provider fails', () => {
  it.concurrent.for(faults)(
    'with %s, visitors go on with old data that says so, and get fresh data by itself afterwards',
    { timeout: 120_000 },
    async ([kind, options], { expect, onTestFinished }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      const app = await startAppOn(simulator);
      onTestFinished(() => app.kill());
      const stateOf = async () => (await readMarketStatus(app)).state;
      await expect.poll(stateOf, { timeout: 20_000 }).toBe('live');
      await visitAll(app);
      const visitors = startVisitors(app);

      simulator.setFault(kind, options);
      await expect.poll(stateOf, { timeout: 25_000, interval: 250 }).toBe('stale');
      const seenWhileStale = visitors.visits.length;
      await expect
        .poll(() => visitors.visits.length)
        .toBeGreaterThan(seenWhileStale + 2 * marketPaths.length);
      const aged = visitors.visits.slice(-marketPaths.length);
      expect(aged.map(({ data }) => data)).toContain('stale');
      const { asOf } = await readMarketStatus(app);
      expect(Date.now() - Date.parse(asOf!)).toBeGreaterThan(12_000);
      expect((await readRow(app, 'bitcoin'))?.current_price).toBeGreaterThan(0);

      simulator.clearFaults();
      await expect.poll(stateOf, { timeout: 30_000, interval: 250 }).toBe('live');
      const list = await fetch(`${app.url}/api/cryptocurrencies`);
      expect(list.headers.get('x-market-data')).toBe('live');
      expect(await visitors.stop()).toEqual([]);
      expect(visitors.visits.length).toBeGreaterThan(100);
    },
  );
});
