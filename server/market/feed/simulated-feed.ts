import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { MarketMetrics } from '../metrics.ts';
import type { Snapshot } from '../snapshot.ts';
import { createLoop, type Loop } from './refresh-loop.ts';
import { createRefresher } from './refresher.ts';
import type { Upstream } from './upstream.ts';

/** Refreshes from the simulated market. Nothing of it is ever stored. */
export function createSimulatedFeed(deps: {
  upstream: Upstream;
  clock: Clock;
  refreshMs: number;
  metrics: MarketMetrics;
  logger: Pick<Logger, 'warn' | 'info'>;
  onSnapshot: (snapshot: Snapshot) => void;
}): Loop {
  const refresher = createRefresher({ ...deps, stored: null });
  let isStopped = false;
  const loop = createLoop(async () => {
    try {
      const snapshot = await refresher.refresh();
      if (snapshot && !isStopped) deps.onSnapshot(snapshot);
    } catch (error) {
      deps.logger.warn({ err: error }, 'the simulated market failed');
      // On a machine too busy for the first, slow look at all coins the next one goes on where it stopped.
      return Math.min(1_000, deps.refreshMs);
    }
    return deps.refreshMs;
  });
  return {
    ...loop,
    stop() {
      isStopped = true;
      loop.stop();
    },
  };
}
