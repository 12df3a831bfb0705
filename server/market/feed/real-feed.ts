import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { MarketMetrics } from '../metrics.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import type { Snapshot } from '../snapshot.ts';
import type { MarketStore } from '../store.ts';
import { backOff } from './back-off.ts';
import { createRefreshLoop, type RefreshLoop } from './refresh-loop.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import type { Upstream } from './upstream.ts';

export interface RealFeedDeps {
  readonly upstream: Upstream;
  readonly store: MarketStore;
  readonly lease: HeldLease;
  readonly clock: Clock;
  /** Between two refreshes: `refreshMs`, or longer where the call budget is small. */
  readonly spacingMs: Milliseconds;
  readonly refreshMs: Milliseconds;
  readonly metrics: MarketMetrics;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly random: () => number;
  /** The snapshot loaded from the database. */
  readonly stored: Snapshot | null;
  readonly onSnapshot: (snapshot: Snapshot) => void;
}

/**
 * Refreshes the real market while this process holds the lease; otherwise it follows the snapshots that another
 * process stores. Each turn renews the lease, so that it lapses only with the process.
 */
export function createRealFeed(deps: RealFeedDeps): RefreshLoop {
  const { store, lease, clock, metrics, logger } = deps;
  let refresher: Refresher | null = null;
  let latest = deps.stored;
  let failures = 0;
  let dueAt = 0;
  let isStopped = false;

  function show(snapshot: Snapshot): void {
    if (isStopped) return;
    latest = snapshot;
    deps.onSnapshot(snapshot);
  }

  async function showAndStore(snapshot: Snapshot): Promise<void> {
    show(snapshot);
    if (isStopped) return;
    await store
      .saveSnapshot(snapshot)
      .catch((error: unknown) => logger.warn({ err: error }, 'the market snapshot could not be stored'));
  }

  function noteFailure(error: unknown, startedAt: Instant): void {
    const failure = error instanceof UpstreamError ? error : undefined;
    metrics.countRefresh(failure?.failure ?? 'fault');
    const retryAfterMs = failure?.retryAfterMs ?? 0;
    if (failure?.failure !== 'over_budget') failures += 1;
    const backOffMs = failure?.failure === 'over_budget' ? 0 : backOff(failures, deps.random);
    dueAt = Math.max(startedAt + backOffMs, clock.now() + retryAfterMs);
    if (failure && failures > 1) return;
    if (failure)
      logger.warn({ failure: failure.failure, reason: failure.message }, 'no market refresh: trying again');
    else logger.warn({ err: error }, 'the market refresh failed');
  }

  async function refresh(): Promise<void> {
    refresher ??= createRefresher({ ...deps, stored: latest });
    const startedAt = clock.now();
    try {
      const snapshot = await refresher.refresh();
      if (failures > 0) logger.info({ failures }, 'the market refreshes again');
      failures = 0;
      dueAt = startedAt + deps.spacingMs;
      metrics.countRefresh(snapshot ? 'ok' : 'held');
      if (!snapshot) return;
      await showAndStore(snapshot);
      void refresher.addLateFigures().then((late) => late && showAndStore(late));
    } catch (error) {
      noteFailure(error, startedAt);
    }
  }

  async function follow(): Promise<void> {
    // When the lease comes here, the check starts from what the other process has accepted.
    refresher = null;
    dueAt = 0;
    try {
      const asOf = await store.getSnapshotAsOf();
      if (asOf === null || asOf === latest?.asOf) return;
      const snapshot = await store.loadSnapshot();
      if (snapshot) show(snapshot);
    } catch (error) {
      logger.warn({ err: error }, 'the stored market snapshot could not be read');
    }
  }

  const untilDue = () => waitUntil(dueAt, clock.now(), Math.max(deps.spacingMs, maxRetryAfterMs));

  async function turn(): Promise<Milliseconds> {
    const isHolder = await lease.hold();
    if (isStopped) return renewEveryMs;
    if (!isHolder) {
      await follow();
      return Math.min(deps.refreshMs, renewEveryMs);
    }
    if (untilDue() === 0) await refresh();
    return Math.max(10, Math.min(untilDue(), renewEveryMs));
  }

  const loop = createRefreshLoop(turn);
  return {
    start: loop.start,
    hurry() {
      dueAt = 0;
      loop.hurry();
    },
    stop() {
      isStopped = true;
      loop.stop();
    },
  };
}
