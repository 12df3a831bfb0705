import { describe, it } from 'vitest';
import type { FaultKind } from '../../server/market/simulator/server/faults.ts';
import { isLongRun } from '../support/is-long-run.ts';
import {
  marketPaths,
  readMarketStatus,
  readRow,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  visitAll,
  waitForState,
} from './faulty-market.ts';

/** Faults of the short form: a refusal, a silence and half an answer. Unit tests cover how each answer is read. */
const faults: [FaultKind, { retryAfter?: number }][] = [
  ['429', { retryAfter: 5 }],
  ['hang', {}],
  ['truncated', {}],
];
const moreFaults: typeof faults = [
  ['500', {}],
  ['reset', {}],
  ['html', {}],
  ['nan', {}],
  ['nulls', {}],
  ['empty', {}],
  ['slow', {}],
];

describe('While the provider fails', () => {
  it.concurrent.for(isLongRun ? [...faults, ...moreFaults] : faults)(
    'with %s, visitors see old data labelled as such, and fresh data automatically afterwards',
    { timeout: 150_000 },
    async ([kind, options], { expect, onTestFinished }) => {
      const simulator = await startFaultySimulator();
      onTestFinished(() => simulator.close());
      const app = await startAppOn(simulator);
      onTestFinished(() => app.kill());
      await waitForState(app, 'live');
      await visitAll(app);
      const visitors = startVisitors(app);
      onTestFinished(() => void visitors.stop());

      simulator.setFault(kind, options);
      await waitForState(app, 'stale');
      const seenWhileStale = visitors.visits.length;
      await expect
        .poll(() => visitors.visits.length, { timeout: 10_000 })
        .toBeGreaterThan(seenWhileStale + 2 * marketPaths.length);
      const aged = visitors.visits.slice(-marketPaths.length);
      expect(aged.map(({ data }) => data)).toContain('stale');
      const { asOf } = await readMarketStatus(app);
      expect(Date.now() - Date.parse(asOf!)).toBeGreaterThan(12_000);
      expect((await readRow(app, 'bitcoin'))?.current_price).toBeGreaterThan(0);

      simulator.clearFaults();
      await waitForState(app, 'live');
      const list = await fetch(`${app.url}/api/cryptocurrencies`);
      expect(list.headers.get('x-market-data')).toBe('live');
      expect(await visitors.stop()).toEqual([]);
      expect(visitors.visits.length).toBeGreaterThan(10 * marketPaths.length);
    },
  );
});
