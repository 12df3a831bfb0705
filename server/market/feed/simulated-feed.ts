import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { MarketMetrics } from '../metrics.ts';
import type { Snapshot } from '../snapshot.ts';
import { createRefreshLoop, type RefreshLoop } from './refresh-loop.ts';
import { createRefresher } from './refresher.ts';
import type { TickClock } from './tick-clock.ts';
import type { Upstream } from './upstream.ts';

/** Refreshes from the simulated market, which is never stored. */
export function createSimulatedFeed(deps: {
  upstream: Upstream;
  clock: Clock;
  refreshMs: Milliseconds;
  metrics: MarketMetrics;
  logger: Pick<Logger, 'warn' | 'info'>;
  onSnapshot: (snapshot: Snapshot) => void;
  ticks?: TickClock | undefined;
}): RefreshLoop {
  const { ticks } = deps;
  const refresher = createRefresher({ ...deps, clock: ticks ?? deps.clock, stored: null });
  let isStopped = false;
  const loop = createRefreshLoop(async () => {
    ticks?.advance();
    try {
      const { snapshot } = await refresher.refresh();
      if (!isStopped) deps.onSnapshot(ticks ? { ...snapshot, id: snapshot.asOf } : snapshot);
    } catch (error) {
      deps.logger.warn({ err: error }, 'the simulated market failed');
      // The first refresh is slow; on a busy machine the next one continues it.
      return Math.min(1_000, deps.refreshMs);
    }
    return ticks?.untilNext() ?? deps.refreshMs;
  });
  return {
    ...loop,
    stop() {
      isStopped = true;
      loop.stop();
    },
  };
}
