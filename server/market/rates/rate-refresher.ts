import type { Logger } from 'pino';
import type { MarketSource } from '#contract/market.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { getFollowMs, type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { backOff } from '../feed/back-off.ts';
import { createRefreshLoop } from '../feed/refresh-loop.ts';
import type { Upstream } from '../feed/upstream.ts';
import { withinTime } from '../feed/within-time.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import { type CheckedRate, checkRates, type RateCheck, startRateCheck } from './check-rates.ts';
import type { DailyRate, RateStore } from './store.ts';

/** The current rates, and whether the last refresh failed. */
export interface HeldRates {
  readonly source: MarketSource;
  /** Without those that are much older than the others. */
  readonly rates: ReadonlyMap<string, CheckedRate>;
  /** When they were fetched; null if never. */
  readonly asOf: Instant | null;
  readonly isFailing: boolean;
}

export interface RateRefresher {
  held(): HeldRates;
  /** Calls `listener` when the held rates have changed. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Loads the last stored rates, so that they are available to the first page and quotes after a restart. */
  prepare(): Promise<void>;
  /** Resolves as soon as there are rates, after about two seconds at most. */
  start(): Promise<void>;
  /** Resolves when the current step has ended. */
  stop(): Promise<void>;
}

export interface RateRefresherDeps {
  /** The upstream of the displayed market. */
  readonly upstream: () => Upstream;
  readonly store: RateStore;
  readonly lease: HeldLease;
  readonly wakeUps?: WakeUps;
  readonly clock: Clock;
  readonly refreshMs: Milliseconds;
  readonly logger: Pick<Logger, 'warn'>;
  readonly random: () => number;
}

/** A rate that refreshes have left out or held back for longer is no current one. Alerts wait from then on, too. */
const maxBehindMs: Milliseconds = 60 * 60_000;

/** The dollar is in every accepted refresh. */
const withoutOld = memoize((rates: RateCheck['rates']): RateCheck['rates'] => {
  const latest = rates.get('usd')?.at;
  if (latest === undefined) return rates;
  return new Map([...rates].filter(([, { at }]) => Math.abs(latest - at) <= maxBehindMs));
});

const noRates: RateCheck['rates'] = new Map();

/** How long the server waits for its first rates before it continues without them. */
const firstAnswerMs: Milliseconds = 2_000;

/**
 * Refreshes the rates while this process holds the lease, and otherwise follows those stored by the holder. Each
 * refresh also updates the day's rate; the last one of a day stays.
 */
export function createRateRefresher(deps: RateRefresherDeps): RateRefresher {
  const { store, lease, clock, refreshMs, logger } = deps;
  let source: MarketSource | null = null;
  let check: RateCheck = startRateCheck();
  let failures = 0;
  let dueAt: Instant = 0;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  const asOf = () => newestOf(check.rates);

  async function loadStored(from: MarketSource): Promise<void> {
    const stored = await store.listLatest(from);
    const rates = new Map(
      stored.map(({ currency, rate, at }): [string, CheckedRate] => [
        currency,
        { rate, at, candidate: null },
      ]),
    );
    if ((newestOf(rates) ?? 0) <= (asOf() ?? 0)) return;
    check = startRateCheck(rates);
    notify();
  }

  async function refresh(upstream: Upstream): Promise<void> {
    const startedAt = clock.now();
    try {
      const fetched = await upstream.ask({
        endpoint: 'rates',
        claim: 'figures',
        run: (provider, signal) => provider.getRates(signal),
      });
      const now = clock.now();
      check = checkRates(check, fetched, now);
      failures = 0;
      dueAt = startedAt + refreshMs;
      notify();
      const rates = toDailyRates(check, upstream.source, now);
      await lease.write(async (tx) => {
        await store.saveRates(rates, tx);
        await deps.wakeUps?.send(tx, 'rates');
      });
    } catch (error) {
      if (!(error instanceof UpstreamError)) logger.warn({ err: error }, 'the rates could not be refreshed');
      const isOverBudget = error instanceof UpstreamError && error.failure === 'over_budget';
      if (!isOverBudget) failures += 1;
      notify();
      const retryAfterMs = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0;
      dueAt = clock.now() + Math.max(backOff(Math.max(1, failures), deps.random), retryAfterMs);
    }
  }

  async function step(): Promise<Milliseconds> {
    const upstream = deps.upstream();
    const isHolder = await lease.hold();
    if (upstream.source !== source) {
      source = upstream.source;
      check = startRateCheck();
      dueAt = 0;
      failures = 0;
      await loadStored(source).catch(warnOfStore);
    }
    if (!isHolder) {
      dueAt = 0;
      await loadStored(source).catch(warnOfStore);
      return getFollowMs(deps.wakeUps);
    }
    const untilDue = () => waitUntil(dueAt, clock.now(), Math.max(refreshMs, maxRetryAfterMs));
    if (untilDue() === 0) await lease.keepDuring(() => refresh(upstream));
    return Math.max(10, Math.min(untilDue(), renewEveryMs));
  }

  function warnOfStore(error: unknown): void {
    logger.warn({ err: error }, 'the stored rates could not be read');
  }

  let unlisten = () => {};
  let running: Promise<Milliseconds> | undefined;
  const loop = createRefreshLoop(() => {
    running = step();
    return running;
  });
  return {
    async prepare() {
      source = deps.upstream().source;
      await loadStored(source).catch(warnOfStore);
    },
    start() {
      unlisten = deps.wakeUps?.listen('rates', loop.runSoon) ?? unlisten;
      return withinTime(loop.start(), firstAnswerMs);
    },
    async stop() {
      unlisten();
      loop.stop();
      await running;
      await lease.release();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    held() {
      const shown = deps.upstream().source;
      // The displayed market has changed, and its own rates come with the next step.
      if (source !== null && source !== shown)
        return { source: shown, rates: noRates, asOf: null, isFailing: false };
      return { source: shown, rates: withoutOld(check.rates), asOf: asOf(), isFailing: failures > 0 };
    },
  };
}

/** The rates this refresh brought. Missing or held-back ones are not today's. */
function toDailyRates(check: RateCheck, source: MarketSource, now: Instant): DailyRate[] {
  const fresh = [...check.rates].filter(([, { at }]) => at === now);
  return fresh.map(([currency, { rate, at }]) => ({ currency, day: dayNumberOf(now), source, rate, at }));
}

function newestOf(rates: RateCheck['rates']): Instant | null {
  return rates.size === 0 ? null : [...rates.values()].reduce((newest, { at }) => Math.max(newest, at), 0);
}
