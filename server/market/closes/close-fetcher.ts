import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { History } from '#contract/market.ts';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { createRefreshLoop } from '../feed/refresh-loop.ts';
import type { Upstream } from '../feed/upstream.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import { closesOfHistory, toPriceText } from './daily-closes.ts';
import type { CloseRequest, CloseStore } from './store.ts';

export interface CloseFetcherDeps {
  readonly store: CloseStore;
  /** The market shown at present. */
  readonly upstream: () => Upstream;
  readonly lease: HeldLease;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface CloseFetcher {
  start(): void;
  /** There is a new request. */
  hurry(): void;
  /** Resolves when the turn under way has ended. */
  stop(): Promise<void>;
}

/** After a failed call, doubling with each further one. */
const firstRetryMs: Milliseconds = 30_000;
const maxRetryMs: Milliseconds = 3_600_000;
/** A coin whose history can't be read this often counts as one without a history. */
const maxFailures = 10;

/**
 * Asks the provider for the daily histories that were requested, one call at a time, within the budget's share for it and
 * by the one process that holds the lease. The oldest and the newest request take turns, so that a single coin does not
 * wait for somebody's hundreds.
 */
export function createCloseFetcher(deps: CloseFetcherDeps): CloseFetcher {
  const { store, lease, clock, logger } = deps;
  let order: 'oldest' | 'newest' = 'oldest';
  let resumesAt = 0;

  async function fetchHistory(upstream: Upstream, coinId: CoinId): Promise<History | null> {
    const ask = (days: 'max' | 365) =>
      upstream.ask({
        endpoint: 'history',
        claim: 'archive',
        run: (provider, signal) => provider.getHistory(coinId, days, 'daily', signal),
      });
    try {
      return await ask('max');
    } catch (error) {
      if (error instanceof UpstreamError && error.failure === 'refused') return ask(365);
      throw error;
    }
  }

  async function answer({ coinId, failures }: CloseRequest, upstream: Upstream): Promise<void> {
    try {
      const history = await fetchHistory(upstream, coinId);
      if (history) await keepHistory(store, coinId, history);
      await store.answerRequest(coinId, clock.now());
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const isAboutCoin = error.failure === 'unreadable' || error.failure === 'refused';
      if (!isAboutCoin) {
        resumesAt = clock.now() + (error.retryAfterMs ?? firstRetryMs);
        return;
      }
      if (failures + 1 >= maxFailures) return store.answerRequest(coinId, clock.now());
      const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** failures);
      await store.postponeRequest(coinId, failures + 1, clock.now() + waitMs);
    }
  }

  async function turn(): Promise<Milliseconds> {
    try {
      const upstream = deps.upstream();
      // The simulated market's histories are never stored.
      if (upstream.source === 'simulated' || !(await lease.hold())) return renewEveryMs;
      const pause = waitUntil(resumesAt, clock.now(), maxRetryAfterMs);
      if (pause > 0) return Math.min(pause, renewEveryMs);
      const request = await store.findDueRequest(clock.now(), order);
      if (!request) return renewEveryMs;
      order = order === 'oldest' ? 'newest' : 'oldest';
      await answer(request, upstream);
      return 10;
    } catch (error) {
      logger.warn({ err: error }, 'daily closes could not be fetched');
      return renewEveryMs;
    }
  }

  let running: Promise<Milliseconds> | undefined;
  const loop = createRefreshLoop(() => {
    running = turn();
    return running;
  });
  // A call made here is nobody's: it must not count as one of the visitor whose request hurries it.
  const inOwnContext = AsyncLocalStorage.snapshot();
  return {
    start: () => void loop.start(),
    hurry: () => inOwnContext(loop.hurry),
    async stop() {
      loop.stop();
      await running;
      await lease.release();
    },
  };
}

/** Adds the closes of a daily history, and its newest price as the last quote of today. */
async function keepHistory(store: CloseStore, coinId: CoinId, { prices }: History): Promise<void> {
  await store.addCloses(closesOfHistory(coinId, prices));
  const newest = prices.at(-1);
  if (!newest) return;
  const [at, price] = newest;
  await store.saveOwnCloses([{ coinId, day: dayNumberOf(at), source: 'own', price: toPriceText(price), at }]);
}
