import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { getFollowMs, type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import type { MarketMetrics } from '../metrics.ts';
import { UpstreamError } from '../provider.ts';
import type { Snapshot } from '../snapshot.ts';
import type { MarketStore } from '../store.ts';
import { createRefreshLoop, type RefreshLoop } from './refresh-loop.ts';
import { createRefreshSchedule } from './refresh-schedule.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import type { Upstream } from './upstream.ts';
import { withinTime } from './within-time.ts';

/** How long storing may delay the display of a snapshot. */
const storeLimitMs: Milliseconds = 1_000;

export interface RealFeedDeps {
  readonly upstream: Upstream;
  readonly store: MarketStore;
  readonly lease: HeldLease;
  readonly wakeUps?: WakeUps | undefined;
  readonly clock: Clock;
  /** Between two refreshes: `refreshMs`, or longer if the call budget is small. */
  readonly spacingMs: Milliseconds;
  readonly refreshMs: Milliseconds;
  readonly metrics: MarketMetrics;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly random: () => number;
  /** The snapshot loaded from the database. */
  readonly stored: Snapshot | null;
  readonly onSnapshot: (snapshot: Snapshot) => void;
  /** The id of the displayed snapshot; undefined if this is the only server. */
  readonly lastId?: (() => number) | undefined;
}

/**
 * Refreshes the real market while this process holds the lease; otherwise follows the snapshots stored by the holder.
 * Each step renews the lease, so that it lapses only with the process.
 */
export function createRealFeed(deps: RealFeedDeps): RefreshLoop {
  const { store, lease, clock, metrics, logger } = deps;
  const schedule = createRefreshSchedule(deps);
  let refresher: Refresher | null = null;
  let latest = deps.stored;
  /** The revision of the stored snapshot that was last shown while following. */
  let followed: number | null = null;
  let isStopped = false;
  let isHolder = false;

  function show(snapshot: Snapshot): void {
    if (isStopped) return;
    latest = snapshot;
    deps.onSnapshot(snapshot);
  }

  /**
   * Stores before showing, so that all processes show the same. While the lease is valid, a slow database only delays
   * the display.
   */
  async function storeAndShow(fetched: Snapshot): Promise<void> {
    if (isStopped) return;
    const snapshot = deps.lastId ? { ...fetched, id: Math.max(deps.lastId() + 1, fetched.asOf) } : fetched;
    const storing = storeSnapshot(snapshot);
    let isStored: boolean | undefined;
    await withinTime(
      storing.then((outcome) => {
        isStored = outcome;
      }),
      storeLimitMs,
    );
    if (isStored ?? lease.isHeld()) show(snapshot);
    await storing;
  }

  /** Returns false if another process has taken over the refresh, so that this snapshot no longer counts. */
  async function storeSnapshot(snapshot: Snapshot): Promise<boolean> {
    try {
      const isStored = await lease.write(async (tx) => {
        await store.saveSnapshot(snapshot, tx);
        await deps.wakeUps?.send(tx, 'market');
        return true;
      });
      return isStored ?? false;
    } catch (error) {
      logger.warn({ err: error }, 'the market snapshot could not be stored');
      return lease.isHeld();
    }
  }

  async function refresh(): Promise<void> {
    refresher ??= createRefresher({ ...deps, stored: latest });
    const startedAt = clock.now();
    try {
      const { snapshot, isHeld } = await refresher.refresh();
      schedule.succeed(startedAt);
      metrics.countRefresh(isHeld ? 'held' : 'ok');
      await storeAndShow(snapshot);
      void refresher.addLateFigures().then((late) => late && storeAndShow(late));
    } catch (error) {
      metrics.countRefresh(error instanceof UpstreamError ? error.failure : 'fault');
      schedule.fail(error, startedAt);
    }
  }

  async function follow(): Promise<void> {
    // When taking over the lease, the check starts from what the previous holder accepted.
    refresher = null;
    schedule.runSoon();
    // The process that holds the lease counts them.
    metrics.setQuarantinedCoins(0);
    try {
      const stored = await store.getStoredVersion();
      if (!stored || stored.revision === followed) return;
      const isShown = followed === null && stored.asOf === latest?.asOf;
      const snapshot = isShown ? null : await store.loadSnapshot();
      followed = stored.revision;
      if (snapshot) show(snapshot);
    } catch (error) {
      logger.warn({ err: error }, 'the stored market snapshot could not be read');
    }
  }

  async function step(): Promise<Milliseconds> {
    isHolder = await lease.hold();
    if (isStopped) return renewEveryMs;
    if (!isHolder) {
      await follow();
      return Math.min(deps.refreshMs, getFollowMs(deps.wakeUps));
    }
    if (schedule.untilDue() === 0) await lease.keepDuring(refresh);
    return Math.max(10, Math.min(schedule.untilDue(), renewEveryMs));
  }

  const loop = createRefreshLoop(step);
  const unlisten = [
    deps.wakeUps?.listen('market', () => !isHolder && loop.runSoon()),
    deps.wakeUps?.listen('leases', loop.runSoon),
  ];
  return {
    start: loop.start,
    runSoon() {
      schedule.runSoon();
      loop.runSoon();
    },
    stop() {
      isStopped = true;
      for (const end of unlisten) end?.();
      loop.stop();
    },
  };
}
