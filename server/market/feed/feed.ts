import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import type { ServerCount } from '#server/platform/jobs/server-list.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import type { MarketMetrics } from '../metrics.ts';
import type { Snapshot } from '../snapshot.ts';
import type { MarketStore } from '../store.ts';
import { createHeldSnapshot, type HeldSnapshot } from './held-snapshot.ts';
import { createRealFeed } from './real-feed.ts';
import type { RefreshLoop } from './refresh-loop.ts';
import { createSimulatedFeed } from './simulated-feed.ts';
import type { TickClock } from './tick-clock.ts';
import type { Upstream } from './upstream.ts';
import { withinTime } from './within-time.ts';

export interface FeedDeps {
  readonly mode: 'auto' | 'coingecko' | 'simulated';
  readonly refreshMs: Milliseconds;
  /** Between two refreshes of the real market: `refreshMs`, or longer if the call budget is small. */
  readonly spacingMs: Milliseconds;
  readonly real: Upstream;
  readonly simulated: Upstream;
  readonly store: MarketStore;
  readonly lease: Lease;
  readonly wakeUps?: WakeUps;
  /** Identifies this process among those that share the lease. */
  readonly holder: string;
  readonly servers?: Pick<ServerCount, 'alive'>;
  readonly clock: Clock;
  readonly metrics: MarketMetrics;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly random: () => number;
  /** The instants that all servers simulate, if several share a database. */
  readonly ticks?: TickClock | undefined;
}

/** The held snapshot, refreshed by one loop for all visitors. */
export interface Feed extends Omit<HeldSnapshot, 'show' | 'stop'> {
  /** The displayed source, which also serves on-demand calls. */
  upstream(): Upstream;
  /** Resolves as soon as there is something to show, after about three seconds at most. */
  start(): Promise<void>;
  retryNow(): void;
  stop(): Promise<void>;
}

/** How long to wait for the real market before showing something else. */
const firstAnswerMs = 3_000;

export function createFeed(deps: FeedDeps): Feed {
  const { mode, clock, logger } = deps;
  const held = createHeldSnapshot({
    clock,
    refreshMs: deps.refreshMs,
    firstSource: mode === 'simulated' ? 'simulated' : 'coingecko',
    onListenerError: (error) => logger.warn({ err: error }, 'a listener of the market failed'),
  });
  const lease = createHeldLease({ ...deps, name: 'market-refresh' });
  const loops: { real?: RefreshLoop; simulated?: RefreshLoop } = {};
  let isStopped = false;
  let isGlobalAwaited = false;

  async function startSimulated(): Promise<void> {
    loops.simulated = createSimulatedFeed({
      ...deps,
      upstream: deps.simulated,
      onSnapshot: (snapshot) => held.show(snapshot),
    });
    await loops.simulated.start();
  }

  function showReal(snapshot: Snapshot): void {
    if (loops.simulated && !snapshot.global && !isGlobalAwaited) {
      // Requests the simulated market can answer must not fail after the switch; the global figures follow shortly.
      isGlobalAwaited = true;
      return;
    }
    if (loops.simulated) logger.info('CoinGecko answers: the simulated market is no longer shown');
    // Permanent: nothing restarts the simulated market.
    loops.simulated?.stop();
    delete loops.simulated;
    held.show(snapshot);
  }

  async function loadStored(): Promise<Snapshot | null> {
    return deps.store.loadSnapshot().catch((error: unknown) => {
      logger.warn({ err: error }, 'the stored market snapshot could not be read');
      return null;
    });
  }

  async function startReal(): Promise<void> {
    const stored = await loadStored();
    loops.real = createRealFeed({
      ...deps,
      upstream: deps.real,
      lease,
      stored,
      onSnapshot: showReal,
      lastId: deps.ticks && (() => held.snapshot()?.id ?? stored?.id ?? 0),
    });
    await withinTime(loops.real.start(), firstAnswerMs);
    if (held.snapshot() || isStopped) return;
    if (stored) held.show(stored, { isRestored: true });
    else if (mode === 'auto') {
      logger.info('CoinGecko does not answer: the simulated market is shown until it does');
      await startSimulated();
    }
  }

  return {
    snapshot: held.snapshot,
    status: held.status,
    onChange: held.onChange,
    upstream: () => (held.status().source === 'simulated' ? deps.simulated : deps.real),
    start: () => (mode === 'simulated' ? startSimulated() : startReal()),
    retryNow: () => loops.real?.runSoon(),
    async stop() {
      isStopped = true;
      loops.real?.stop();
      loops.simulated?.stop();
      held.stop();
      if (loops.real) await lease.release();
    },
  };
}
