import type { MarketSource, MarketStatus } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Snapshot } from '../snapshot.ts';

/** The snapshot served to every visitor, with its state and listeners. */
export interface HeldSnapshot {
  snapshot(): Snapshot | null;
  status(): MarketStatus;
  /** Shows a new snapshot. `isRestored`: it predates this start, so it is stale at any age. */
  show(snapshot: Snapshot, options?: { isRestored?: boolean }): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

/** Data is stale when older than two refreshes and ten seconds. */
function staleAfter(refreshMs: Milliseconds): Milliseconds {
  return 2 * refreshMs + 10_000;
}

const maxTimerMs = 2_000_000_000;

export function createHeldSnapshot(options: {
  clock: Clock;
  refreshMs: Milliseconds;
  /** The source reported while there is no snapshot. */
  firstSource: MarketSource;
  onListenerError: (error: unknown) => void;
}): HeldSnapshot {
  const { clock, firstSource, onListenerError } = options;
  const staleAfterMs = staleAfter(options.refreshMs);
  const listeners = new Set<() => void>();
  let held: Snapshot | null = null;
  /** Formatted once per snapshot, because every request asks for it. */
  let asOf: string | null = null;
  let isRestored = false;
  let timer: NodeJS.Timeout | undefined;

  function isStale(): boolean {
    // If the clock was set back, the age of data dated later is unknown.
    return held !== null && (isRestored || Math.abs(clock.now() - held.asOf) > staleAfterMs);
  }

  function notifyListeners(): void {
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        onListenerError(error);
      }
    }
  }

  /** Notifies of the change from live to stale, which happens merely as time passes. */
  function watchAge(): void {
    clearTimeout(timer);
    if (!held || isStale()) return;
    const left = held.asOf + staleAfterMs + 1 - clock.now();
    timer = setTimeout(() => (isStale() ? notifyListeners() : watchAge()), Math.min(left, maxTimerMs));
    timer.unref();
  }

  return {
    snapshot: () => held,
    status: () => ({
      source: held?.source ?? firstSource,
      state: held === null ? 'starting' : isStale() ? 'stale' : 'live',
      asOf,
    }),
    show(snapshot, options = {}) {
      held = snapshot;
      asOf = new Date(snapshot.asOf).toISOString();
      isRestored = options.isRestored ?? false;
      watchAge();
      notifyListeners();
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
