import { marketSources } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { MarketService } from '#server/market/service.ts';
import { createHeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import type { QuoteRates } from '../currency/quote-rates.ts';
import { createSingleFlight } from '../single-flight.ts';
import { type Snapshot, toAcceptedQuotes } from './accepted-quotes.ts';
import { createQuotesEvaluator, type QuotesEvaluatorDeps } from './quotes-evaluator.ts';
import { createQuotesQueue, type QuotesQueue } from './quotes-queue.ts';
import type { EvaluationStore } from './store.ts';

export interface AlertEvaluatorDeps extends QuotesEvaluatorDeps {
  readonly market: Pick<MarketService, 'snapshot' | 'onChange'>;
  /** The last real snapshot in the database, possibly from another process or an earlier run. */
  readonly loadStoredSnapshot: () => Promise<Snapshot | null>;
  /** The current rates to evaluate these quotes with. */
  readonly ratesOf: (snapshot: Snapshot) => QuoteRates;
  readonly lease: Lease;
  readonly wakeUps?: WakeUps;
  /** Identifies this process among those sharing the database. */
  readonly holder: string;
}

/** Held by the one process that evaluates. */
export const evaluationLease = 'alert-evaluation';

/**
 * Evaluates alerts on all accepted quotes. Every process stores the quotes it sees; the lease holder evaluates them in
 * order. Firings are written together with the evaluation's progress, so that another process can take over.
 */
export interface AlertEvaluator {
  /** Starts with quotes that are not evaluated yet, and continues with each new snapshot. */
  start(): Promise<void>;
  /** Resolves once the evaluation in progress is written. */
  stop(): Promise<void>;
  /** Takes or renews the lease and, if held, evaluates all quotes seen so far. */
  evaluateNow(): Promise<void>;
}

export function createAlertEvaluator(deps: AlertEvaluatorDeps): AlertEvaluator {
  const { market, evaluations, metrics, clock, logger } = deps;
  const lease = createHeldLease({ ...deps, name: evaluationLease });
  const queue = createQuotesQueue();
  const quotesEvaluator = createQuotesEvaluator(deps);
  let evaluating: Promise<void> = Promise.resolve();
  // Without waiting for the evaluation: loading a million alerts takes longer than the lease lasts.
  const renewal = createRenewal(async () => {
    await renew();
    evaluating = evaluation.run();
  }, renewEveryMs);
  let isHolder = false;
  let unsubscribe = () => {};
  let unlisten = () => {};

  const evaluation = createSingleFlight({
    async work() {
      await storeQuotes(queue, evaluations);
      for (const source of marketSources) {
        while (isHolder && !evaluation.isStopped()) {
          const outcome = await quotesEvaluator.evaluateNext(source);
          if (outcome === 'none') break;
          // Another holder's progress means the lease may be lost: a retry would write nothing either.
          if (outcome === 'overtaken') isHolder = await lease.hold();
        }
      }
    },
    onError(error) {
      quotesEvaluator.recover();
      metrics.countFailure();
      logger.warn({ err: error }, 'alerts could not be evaluated: trying again');
    },
  });

  async function renew(): Promise<void> {
    isHolder = await lease.hold();
    if (!isHolder) {
      quotesEvaluator.release();
      metrics.setArmed(0);
    }
  }

  async function evaluateNow(): Promise<void> {
    await renew();
    await evaluation.run();
  }

  function observe(snapshot: Snapshot | null): void {
    if (!snapshot) return;
    queue.add(toAcceptedQuotes(snapshot, deps.ratesOf(snapshot)), clock.now());
    void evaluation.run();
  }

  async function loadStoredSnapshot(): Promise<Snapshot | null> {
    try {
      return await deps.loadStoredSnapshot();
    } catch (error) {
      logger.warn({ err: error }, 'the stored market snapshot could not be read');
      return null;
    }
  }

  return {
    evaluateNow,
    async start() {
      observe(await loadStoredSnapshot());
      unsubscribe = market.onChange(() => observe(market.snapshot()));
      observe(market.snapshot());
      unlisten = deps.wakeUps?.listen('leases', () => void evaluateNow()) ?? unlisten;
      await renewal.start();
      await evaluating;
    },
    async stop() {
      unsubscribe();
      unlisten();
      await Promise.all([renewal.stop(), evaluation.stop()]);
      await lease.release();
    },
  };
}

/** Stores the quotes this process has seen, for the process that evaluates. */
async function storeQuotes(queue: QuotesQueue, evaluations: EvaluationStore): Promise<void> {
  for (let accepted = queue.first(); accepted; accepted = queue.first()) {
    await evaluations.addQuotes(accepted);
    queue.remove(accepted);
  }
}

/** Repeats `work`, which must never reject, until stopped. `start` resolves after the first run. */
function createRenewal(work: () => Promise<void>, everyMs: Milliseconds) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    await work();
    if (isStopped) return;
    timer = setTimeout(() => {
      underway = renew();
    }, everyMs);
    timer.unref();
  }

  return {
    start() {
      underway = renew();
      return underway;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underway;
    },
  };
}
