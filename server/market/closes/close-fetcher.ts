import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { History } from '#contract/market.ts';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { type DayNumber, dayNumberOf } from '#server/platform/utc-day.ts';
import type { CallClaim } from '../call-budget/budget-shares.ts';
import { createRefreshLoop } from '../feed/refresh-loop.ts';
import type { Upstream } from '../feed/upstream.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import { closesOfHistory, toPriceText } from './daily-closes.ts';
import type { GapFinder } from './gap-finder.ts';
import type { CloseRequest, CloseRequestStore } from './request-store.ts';
import type { CloseStore } from './store.ts';

export interface CloseFetcherDeps {
  readonly store: Pick<CloseStore, 'addCloses'>;
  readonly requests: CloseRequestStore;
  readonly gaps: GapFinder;
  /** The upstream of the displayed market. */
  readonly upstream: () => Upstream;
  readonly lease: HeldLease;
  readonly wakeUps?: WakeUps;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface CloseFetcher {
  start(): void;
  /** Call it after a request was added. */
  runSoon(): void;
  /** Resolves when the current step has ended. */
  stop(): Promise<void>;
}

/** Backfilling starts late, so that a process's first calls serve its first visitors. */
const firstFillMs: Milliseconds = 30_000;
/** The wait after a failed call; doubles with each further failure. */
const firstRetryMs: Milliseconds = 30_000;
const maxRetryMs: Milliseconds = 3_600_000;
/** After this many failed reads a coin is treated as having no history. */
const maxFailures = 10;

/**
 * Fetches requested daily histories from the provider, one call at a time, within their share of the budget and only in
 * the process that holds the lease. With no requests, it fills gaps in the archive with calls that nobody else would use.
 */
export function createCloseFetcher(deps: CloseFetcherDeps): CloseFetcher {
  const { store, requests, gaps, lease, clock, logger } = deps;
  let resumesAt: Instant = 0;
  let backfillResumesAt: Instant = clock.now() + firstFillMs;
  /** The last day on which the provider's plan refused more than a year. */
  let refusedOn: DayNumber | null = null;
  /** Whether the last call for a request was answered, so that a failed one may be about its coin only. */
  let isAnswering = true;

  async function fetchHistory(upstream: Upstream, coinId: CoinId, claim: CallClaim): Promise<History | null> {
    const ask = (days: 'max' | 365) =>
      upstream.ask({
        endpoint: 'history',
        claim,
        run: (provider, signal) => provider.getHistory(coinId, days, 'daily', signal),
      });
    const today = dayNumberOf(clock.now());
    if (refusedOn === today) return ask(365);
    try {
      return await ask('max');
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.failure !== 'refused') throw error;
    }
    const year = await ask(365);
    refusedOn = today;
    return year;
  }

  /** Writes nothing if the lease is lost, because then nothing was archived either. */
  async function recordAnswer(coinId: CoinId): Promise<void> {
    await lease.write((tx) => requests.recordAnswer(coinId, clock.now(), tx));
  }

  async function fetchAndKeep(upstream: Upstream, coinId: CoinId, claim: CallClaim): Promise<void> {
    const history = await lease.keepDuring(() => fetchHistory(upstream, coinId, claim));
    if (history) await keepHistory(store, lease, coinId, history);
    await recordAnswer(coinId);
  }

  async function answer({ coinId, failures }: CloseRequest, upstream: Upstream): Promise<void> {
    try {
      await fetchAndKeep(upstream, coinId, 'archive');
      isAnswering = true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const pauseMs = isAboutCoin(error) ? 0 : (error.retryAfterMs ?? firstRetryMs);
      if (pauseMs > 0) resumesAt = clock.now() + pauseMs;
      if (isUnsent(error)) return;
      const failed = isAboutCoin(error) || isAnswering ? failures + 1 : failures;
      isAnswering = isAboutCoin(error);
      if (failed >= maxFailures) return recordAnswer(coinId);
      // Later than the others after the pause: a coin whose calls always fail must not keep them waiting.
      const waitMs = 2 * pauseMs + Math.min(maxRetryMs, firstRetryMs * 2 ** failures);
      await lease.write((tx) => requests.postponeRequest(coinId, failed, clock.now() + waitMs, tx));
    }
  }

  /** Returns the wait until the next step. */
  async function fillGap(upstream: Upstream): Promise<Milliseconds> {
    const pause = waitUntil(backfillResumesAt, clock.now(), maxRetryAfterMs);
    const coinId = pause > 0 ? null : await gaps.next();
    if (coinId === null) return Math.min(pause || renewEveryMs, renewEveryMs);
    try {
      await fetchAndKeep(upstream, coinId, 'backfill');
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // Unreadable data is retried with the coin's next gap.
      if (isAboutCoin(error)) await recordAnswer(coinId);
      else {
        // Without an answer, the next search finds it again: it may be this coin that the provider never answers for.
        if (!hasNoAnswer(error)) gaps.putBack(coinId);
        backfillResumesAt = clock.now() + (error.retryAfterMs ?? firstRetryMs);
      }
    }
    return 10;
  }

  async function step(): Promise<Milliseconds> {
    try {
      const upstream = deps.upstream();
      // Simulated histories are never stored.
      if (upstream.source === 'simulated' || !(await lease.hold())) return renewEveryMs;
      const pause = waitUntil(resumesAt, clock.now(), maxRetryAfterMs);
      if (pause > 0) return Math.min(pause, renewEveryMs);
      const request = await requests.findDueRequest(clock.now());
      if (!request) return await fillGap(upstream);
      await answer(request, upstream);
      return 10;
    } catch (error) {
      logger.warn({ err: error }, 'daily closes could not be fetched');
      return renewEveryMs;
    }
  }

  let unlisten = () => {};
  let running: Promise<Milliseconds> | undefined;
  const loop = createRefreshLoop(() => {
    running = step();
    return running;
  });
  // Calls made here must not be attributed to the visitor whose request triggered them.
  const inOwnContext = AsyncLocalStorage.snapshot();
  return {
    start() {
      unlisten = deps.wakeUps?.listen('close-requests', () => inOwnContext(loop.runSoon)) ?? unlisten;
      void loop.start();
    },
    runSoon: () => inOwnContext(loop.runSoon),
    async stop() {
      unlisten();
      loop.stop();
      await running;
      await lease.release();
    },
  };
}

const hasNoAnswer = ({ failure }: UpstreamError) => failure === 'unavailable' || failure === 'timeout';
const isUnsent = ({ failure }: UpstreamError) => failure === 'over_budget' || failure === 'rate_limited';
const isAboutCoin = ({ failure }: UpstreamError) => failure === 'unreadable' || failure === 'refused';

/** Archives the closes of a daily history, and its newest price as today's latest quote. */
async function keepHistory(
  store: Pick<CloseStore, 'addCloses'>,
  lease: Pick<HeldLease, 'confirm'>,
  coinId: CoinId,
  { prices }: History,
): Promise<void> {
  await store.addCloses(closesOfHistory(coinId, prices), lease.confirm);
  const newest = prices.at(-1);
  if (!newest) return;
  const [at, price] = newest;
  const close = { coinId, day: dayNumberOf(at), source: 'own', price: toPriceText(price), at } as const;
  await store.addCloses([close], lease.confirm);
}
