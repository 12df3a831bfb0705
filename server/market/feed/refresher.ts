import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { MarketMetrics } from '../metrics.ts';
import { type Belief, isFrozen, judgeRefresh, startBelief } from '../price-check/quarantine.ts';
import { UpstreamError } from '../provider.ts';
import type { Snapshot } from '../snapshot.ts';
import { createFigures } from './figures.ts';
import type { Upstream } from './upstream.ts';

export interface Refresher {
  /**
   * Fetches the coins, and the figures that are due, and gives the snapshot to show; null where the whole refresh is
   * held back. Rejects with an `UpstreamError` where the coins could not be had.
   */
  refresh(): Promise<Snapshot | null>;
  /** The snapshot again with figures that came after it, or null where none did. */
  addLateFigures(): Promise<Snapshot | null>;
}

export interface RefresherDeps {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly refreshMs: number;
  readonly metrics: MarketMetrics;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** What is believed from before, of the same source. */
  readonly stored: Snapshot | null;
}

/** How long the coins wait for the figures, so that most snapshots are whole. */
const figuresGraceMs = 800;

export function createRefresher(deps: RefresherDeps): Refresher {
  const { upstream, clock, metrics, stored } = deps;
  const figures = createFigures(deps);
  let belief: Belief = startBelief(stored?.coins ?? [], stored?.asOf ?? clock.now());
  let last: Snapshot | null = null;
  let isFailing = false;
  let figuresUnderway: Promise<void> = Promise.resolve();
  /** Of the figures in `last`. */
  let revision = 0;

  async function fetchCoins() {
    const parsed = await upstream.ask({
      endpoint: 'coins',
      claim: 'coins',
      run: (provider, signal) => provider.listCoins(signal),
    });
    const now = clock.now();
    const verdict = judgeRefresh(belief, parsed.rows, now);
    belief = verdict.belief;
    const rejected = parsed.rejected + verdict.leftOut;
    metrics.countRejectedRows(rejected);
    metrics.setQuarantinedCoins(verdict.quarantined);
    return { verdict, rejected, now };
  }

  function toSnapshot(coins: Snapshot['coins'], asOf: number, rejected: number): Snapshot {
    revision = figures.revision();
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
      // While the provider fails, the coins alone are asked for: the budget is for finding out when it is back.
      const wasFailing = isFailing;
      if (!wasFailing) figuresUnderway = figures.refresh();
      isFailing = true;
      const { verdict, rejected, now } = await fetchCoins();
      isFailing = false;
      if (wasFailing) figuresUnderway = figures.refresh();
      if (!verdict.coins) {
        deps.logger.warn('a whole refresh is held back: most prices moved over 90 %, or most coins are gone');
        return null;
      }
      if (verdict.coins.length === 0) throw new UpstreamError('unreadable', 'No coin has a price to believe');
      await Promise.race([figuresUnderway, delay(figuresGraceMs)]);
      const asOf = isFrozen(belief, now) ? belief.advancedAt : now;
      last = toSnapshot(verdict.coins, asOf, rejected);
      return last;
    },
    async addLateFigures() {
      const before = last;
      const shownRevision = revision;
      await figuresUnderway;
      if (!before || before !== last || shownRevision === figures.revision()) return null;
      last = toSnapshot(before.coins, before.asOf, before.rejected);
      return last;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
