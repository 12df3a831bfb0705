import { marketSources } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { MarketService } from '#server/market/service.ts';
import { createHeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import type { TickRates } from '../currency/tick-rates.ts';
import { createSingleFlight } from '../single-flight.ts';
import { type Snapshot, toAcceptedQuotes } from './accepted-quotes.ts';
import type { EvaluationStore } from './store.ts';
import { createTickEvaluation, type TickEvaluationDeps } from './tick-evaluation.ts';
import { createTickQueue, type TickQueue } from './tick-queue.ts';

export interface AlertEvaluatorDeps extends TickEvaluationDeps {
  readonly market: Pick<MarketService, 'snapshot' | 'onChange'>;
  /** The last snapshot of the real market in the database, also from another process or before this start. */
  readonly loadKeptSnapshot: () => Promise<Snapshot | null>;
  /** The rates to evaluate these quotes with, now. */
  readonly ratesOf: (snapshot: Snapshot) => TickRates;
  readonly lease: Lease;
  readonly wakeUps?: WakeUps;
  /** Names this process among those that share the database. */
  readonly holder: string;
}

/** Held by the one process that evaluates. */
export const evaluationLease = 'alert-evaluation';

/**
 * Evaluates alerts on all accepted quotes. Every process keeps the quotes it sees; the holder of the lease evaluates
 * them in order. Firings are written together with how far the evaluation is, so that another process can continue it.
 */
export interface AlertEvaluator {
  /** Begins with quotes that are not evaluated yet, and continues with each new snapshot. */
  start(): Promise<void>;
  /** Resolves when the evaluation under way is written. */
  stop(): Promise<void>;
  /** Takes or renews the lease and, holding it, evaluates all quotes seen so far. */
  evaluateNow(): Promise<void>;
}

export function createAlertEvaluator(deps: AlertEvaluatorDeps): AlertEvaluator {
  const { market, evaluations, metrics, clock, logger } = deps;
  const lease = createHeldLease({ ...deps, name: evaluationLease });
  const queue = createTickQueue();
  const ticks = createTickEvaluation(deps);
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
      await keepTicks(queue, evaluations);
      for (const source of marketSources) {
        while (isHolder && !evaluation.isStopped()) {
          const outcome = await ticks.evaluateNext(source);
          if (outcome === 'none') break;
          // It may have lost the lease since it last looked: another try would write as little.
          if (outcome === 'overtaken') isHolder = await lease.hold();
        }
      }
    },
    onError(error) {
      ticks.recover();
      metrics.countFailure();
      logger.warn({ err: error }, 'alerts could not be evaluated: trying again');
    },
  });

  async function renew(): Promise<void> {
    isHolder = await lease.hold();
    if (!isHolder) {
      ticks.release();
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

  async function loadKeptSnapshot(): Promise<Snapshot | null> {
    try {
      return await deps.loadKeptSnapshot();
    } catch (error) {
      logger.warn({ err: error }, 'the kept market snapshot could not be read');
      return null;
    }
  }

  return {
    evaluateNow,
    async start() {
      observe(await loadKeptSnapshot());
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

/** Writes down what this process has seen, for whichever process evaluates. */
async function keepTicks(queue: TickQueue, evaluations: EvaluationStore): Promise<void> {
  for (let tick = queue.first(); tick; tick = queue.first()) {
    await evaluations.addTick(tick);
    queue.remove(tick);
  }
}

/** Repeats work that never rejects, until stopped. `start` resolves after the first time. */
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
