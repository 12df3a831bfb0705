import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { MarketMetrics } from '../metrics.ts';
import { type CheckState, checkRefresh, isFrozen, startCheck } from '../price-check/check-refresh.ts';
import { UpstreamError } from '../provider.ts';
import type { Snapshot } from '../snapshot.ts';
import { createFigures } from './figures.ts';
import type { Upstream } from './upstream.ts';

export interface Refresher {
  /**
   * Fetches the coins and the figures that are due, and returns the snapshot to show. If the whole refresh is held
   * back, that is the last one with all its rows marked. Rejects with an `UpstreamError` if the coins could not be
   * fetched.
   */
  refresh(): Promise<{ readonly snapshot: Snapshot; readonly isHeld: boolean }>;
  /** The last snapshot plus the figures that arrived after it; null if none did. */
  addLateFigures(): Promise<Snapshot | null>;
}

export interface RefresherDeps {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly refreshMs: Milliseconds;
  readonly metrics: MarketMetrics;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** The last accepted snapshot of the same source. */
  readonly stored: Snapshot | null;
}

/** How long the coins wait for the figures, so that most snapshots are complete. */
const figuresGraceMs = 800;

export function createRefresher(deps: RefresherDeps): Refresher {
  const { upstream, clock, metrics, stored } = deps;
  const figures = createFigures(deps);
  let state: CheckState = startCheck(stored?.coins ?? [], stored?.asOf ?? clock.now());
  let last: Snapshot | null = stored;
  let isFailing = false;
  let figuresUnderway: Promise<void> = Promise.resolve();
  let lastRevision = 0;

  async function fetchCoins() {
    const parsed = await upstream.ask({
      endpoint: 'coins',
      claim: 'coins',
      run: (provider, signal) => provider.listCoins(signal),
    });
    const now = clock.now();
    const checked = checkRefresh(state, parsed.rows, now);
    state = checked.state;
    const rejected = parsed.rejected + checked.leftOut;
    metrics.countRejectedRows(rejected);
    metrics.setQuarantinedCoins(checked.quarantined);
    return { coins: checked.coins, isHeld: checked.isHeld, rejected, now };
  }

  function toSnapshot(coins: Snapshot['coins'], asOf: Instant, rejected: number): Snapshot {
    lastRevision = figures.revision();
    return {
      source: upstream.source,
      asOf,
      coins,
      global: figures.global(),
      trending: figures.trending(coins),
      rejected,
    };
  }

  return {
    async refresh() {
      // While the provider fails, fetch only the coins: the budget is needed to notice its recovery.
      const wasFailing = isFailing;
      if (!wasFailing) figuresUnderway = figures.refresh();
      isFailing = true;
      const { coins, isHeld, rejected, now } = await fetchCoins();
      isFailing = false;
      if (wasFailing) figuresUnderway = figures.refresh();
      if (isHeld)
        deps.logger.warn(
          'a whole refresh is held back: most prices moved by over 90%, or most coins are gone',
        );
      if (coins.length === 0) throw new UpstreamError('unreadable', 'No coin has a possible price');
      await Promise.race([figuresUnderway, delay(figuresGraceMs)]);
      const asOf = isFrozen(state, now) ? state.advancedAt : now;
      last = toSnapshot(coins, isHeld && last ? last.asOf : asOf, rejected);
      return { snapshot: last, isHeld };
    },
    async addLateFigures() {
      const before = last;
      const revision = lastRevision;
      await figuresUnderway;
      if (!before || before !== last || revision === figures.revision()) return null;
      last = toSnapshot(before.coins, before.asOf, before.rejected);
      return last;
    },
  };
}

function delay(ms: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
