import type { MarketSource, MarketStatus } from '#contract/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Snapshot } from '../snapshot.ts';

/** The snapshot that everybody is served from, its age, and who wants to know of changes. */
export interface HeldSnapshot {
  snapshot(): Snapshot | null;
  status(): MarketStatus;
  /** Shows a new one. `isRestored`: it is from before this start, and stale whatever its age. */
  show(snapshot: Snapshot, options?: { isRestored?: boolean }): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

/** Data is stale when older than two refreshes and ten seconds. */
function staleAfter(refreshMs: number): number {
  return 2 * refreshMs + 10_000;
}

const longestTimer = 2_000_000_000;

export function createHeldSnapshot(options: {
  clock: Clock;
  refreshMs: number;
  /** The source named while there is nothing to show. */
  firstSource: MarketSource;
  onListenerError: (error: unknown) => void;
}): HeldSnapshot {
  const { clock } = options;
  const staleAfterMs = staleAfter(options.refreshMs);
  const listeners = new Set<() => void>();
  let held: Snapshot | null = null;
  let isRestored = false;
  let timer: NodeJS.Timeout | undefined;

  function isStale(): boolean {
    // Where the clock was set back, data from later has no age that could be told.
    return held !== null && (isRestored || Math.abs(clock.now() - held.asOf) > staleAfterMs);
  }

  function tell(): void {
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        options.onListenerError(error);
      }
    }
  }

  /** Tells of the change from live to stale, which comes with time alone. */
  function watchAge(): void {
    clearTimeout(timer);
    if (!held || isStale()) return;
    const left = held.asOf + staleAfterMs + 1 - clock.now();
    timer = setTimeout(() => (isStale() ? tell() : watchAge()), Math.min(left, longestTimer));
    timer.unref();
  }

  return {
    snapshot: () => held,
    status: () => ({
      source: held?.source ?? options.firstSource,
      state: held === null ? 'starting' : isStale() ? 'stale' : 'live',
      asOf: held && new Date(held.asOf).toISOString(),
    }),
    show(snapshot, how = {}) {
      held = snapshot;
      isRestored = how.isRestored ?? false;
      watchAge();
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
