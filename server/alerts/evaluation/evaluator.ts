import type { Logger } from 'pino';
import { type MarketSource, marketSources } from '#contract/market.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createHeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { clockSetBackMs } from '../quote-time.ts';
import { type BelievedQuotes, type Snapshot, toBelievedQuotes } from './accepted-quotes.ts';
import { type LoadedAlerts, loadAlerts } from './loaded-alerts.ts';
import type { AlertMetrics } from './metrics.ts';
import type { RecordStore } from './record-store.ts';
import type { EvaluationStore } from './store.ts';
import { createTickQueue } from './tick-queue.ts';
import { writeEvaluation } from './write-evaluation.ts';

export interface AlertEvaluatorDeps {
  readonly market: Pick<MarketService, 'snapshot' | 'onChange'>;
  /** The last snapshot of the real market that was kept, also by another process or before this start. */
  readonly loadKeptSnapshot: () => Promise<Snapshot | null>;
  readonly evaluations: EvaluationStore;
  readonly records: RecordStore;
  /** Called when something fired and is written. */
  readonly onRecorded: () => void;
  readonly lease: Lease;
  /** Names this process among those that share the database. */
  readonly holder: string;
  /** Whether a holder of the lease is known to be gone. */
  readonly hasEnded: (holder: string) => boolean;
  readonly metrics: AlertMetrics;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Holds the alerts against all quotes that come to be believed. All processes write down what they see; one of them
 * goes through it in order, and writes with what fires how far it is, so that another can go on from there.
 */
export interface AlertEvaluator {
  /** Begins with what was kept while nobody evaluated, and goes on with each new snapshot. */
  start(): Promise<void>;
  /** Resolves when what is under way is written. */
  stop(): Promise<void>;
  /** Takes or renews the lease and, with it, evaluates all that was seen so far. */
  evaluateNow(): Promise<void>;
}

/** As often as quotes may fail to be evaluated before each alert that they cross is written on its own. */
const patience = 3;

export function createAlertEvaluator(deps: AlertEvaluatorDeps): AlertEvaluator {
  const { market, evaluations, metrics, clock, logger } = deps;
  const lease = createHeldLease({ ...deps, name: 'alert-evaluation' });
  const queue = createTickQueue();
  let loaded: LoadedAlerts | undefined;
  let isHolder = false;
  let isStopped = false;
  let isAskedFor = false;
  /** Since anything was last evaluated. */
  let failures = 0;
  let underway: Promise<void> | undefined;
  let turning: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  /** So that whoever evaluates, now or after us, has all that any process saw. */
  async function writeTicks(): Promise<void> {
    for (let tick = queue.first(); tick; tick = queue.first()) {
      await evaluations.addTick(tick);
      queue.remove(tick);
    }
  }

  async function findNext(source: MarketSource): Promise<BelievedQuotes | null> {
    const asOf = loaded?.source === source ? loaded.asOf : await evaluations.getAsOf(source);
    const newer = await evaluations.findTick(source, asOf);
    const latest = clock.now() + clockSetBackMs;
    // It is from before the clock was set back: what is quoted by the present time comes after it.
    return newer ?? (asOf > latest ? evaluations.findTick(source, 0, latest) : null);
  }

  async function evaluateTick(tick: BelievedQuotes): Promise<void> {
    const end = metrics.startEvaluation();
    const isUsable = loaded?.source === tick.source && !loaded.isWorn;
    if (isUsable) await loaded!.readNew(clock.now());
    else loaded = await loadAlerts(evaluations, tick.source, clock.now());
    const alerts = loaded!;
    const crossed = alerts.cross(tick, clock.now());
    const next = alerts.after(tick);
    const { source, asOf: before } = alerts;
    const nowReal = alerts.listNowReal(tick);
    const { crossings } = crossed;
    const evaluated = { source, before, crossings, next, nowReal, firedAt: clock.now() };
    const written = await writeEvaluation(deps, evaluated, { isCareful: failures >= patience });
    failures = 0;
    if (!written) {
      logger.info('another process has evaluated alerts meanwhile');
      loaded = undefined;
      return;
    }
    alerts.advance(tick, crossed, next, (key) => !written.staying.has(key));
    end();
    metrics.setArmed(alerts.size);
    metrics.countFirings(written.count);
    if (written.count > 0) deps.onRecorded();
  }

  async function work(): Promise<void> {
    try {
      while (isAskedFor && !isStopped) {
        isAskedFor = false;
        await writeTicks();
        for (const source of marketSources) {
          for (let tick = await findNextIfHolder(source); tick; tick = await findNextIfHolder(source)) {
            await evaluateTick(tick);
          }
        }
      }
    } catch (error) {
      // What was written and what was not is read anew.
      loaded = undefined;
      failures += 1;
      metrics.countFailure();
      logger.warn({ err: error }, 'alerts could not be evaluated: trying again');
    }
    underway = undefined;
  }

  const findNextIfHolder = async (source: MarketSource) => (isHolder && !isStopped ? findNext(source) : null);

  function run(): Promise<void> {
    isAskedFor = true;
    // Not at once: with nothing to do it would be over before it is noted as under way.
    underway ??= Promise.resolve().then(work);
    return underway;
  }

  function see(snapshot: Snapshot | null): void {
    if (!snapshot) return;
    queue.add(toBelievedQuotes(snapshot), clock.now());
    void run();
  }

  async function evaluateNow(): Promise<void> {
    isHolder = await lease.hold();
    if (!isHolder) {
      loaded = undefined;
      metrics.setArmed(0);
    }
    await run();
  }

  async function turn(): Promise<void> {
    await evaluateNow();
    if (isStopped) return;
    timer = setTimeout(() => {
      turning = turn();
    }, renewEveryMs);
    timer.unref();
  }

  return {
    evaluateNow,
    async start() {
      const kept = await deps.loadKeptSnapshot().catch((error: unknown) => {
        logger.warn({ err: error }, 'the kept market snapshot could not be read');
        return null;
      });
      see(kept);
      unsubscribe = market.onChange(() => see(market.snapshot()));
      see(market.snapshot());
      turning = turn();
      await turning;
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
      await Promise.all([turning, underway]);
      await lease.release();
    },
  };
}
