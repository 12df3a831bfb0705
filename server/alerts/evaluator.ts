import type { Logger } from 'pino';
import type { MarketService } from '../market/service.ts';
import type { Clock } from '../platform/clock.ts';
import { createHeldLease, renewEveryMs } from '../platform/held-lease.ts';
import type { Lease } from '../platform/lease.ts';
import { type BelievedQuotes, type Snapshot, toBelievedQuotes } from './believed-quotes.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { type LoadedAlerts, loadAlerts } from './loaded-alerts.ts';
import { isAfter } from './quote-time.ts';
import type { RecordStore } from './record-store.ts';
import { createTickQueue } from './tick-queue.ts';

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
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Holds the alerts against all quotes that come to be believed. Of several processes one does, and writes with what
 * fires how far it is; the others remember what they see, to go on from there once it is gone.
 */
export interface AlertEvaluator {
  /** Begins with what was kept while nobody evaluated, and goes on with each new snapshot. */
  start(): Promise<void>;
  /** Resolves when what is under way is written. */
  stop(): Promise<void>;
  /** Takes or renews the lease and, with it, evaluates all that was seen so far. */
  evaluateNow(): Promise<void>;
}

/** Written in one transaction: more that fire on the same quotes are written in several. */
const mostAtOnce = 500;

export function createAlertEvaluator(deps: AlertEvaluatorDeps): AlertEvaluator {
  const { market, evaluations, logger } = deps;
  const lease = createHeldLease({ ...deps, name: 'alert-evaluation' });
  const queue = createTickQueue();
  let loaded: LoadedAlerts | undefined;
  let isHolder = false;
  let isStopped = false;
  let underway: Promise<void> | undefined;
  let turning: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  async function evaluateFirst(tick: BelievedQuotes): Promise<void> {
    const isUsable = loaded?.source === tick.source && !loaded.isWorn;
    if (isUsable) await loaded!.readNew();
    else loaded = await loadAlerts(evaluations, tick.source);
    const alerts = loaded!;
    if (!isAfter(tick.asOf, alerts.asOf) || (await evaluate(deps, alerts, tick))) {
      queue.removeUpTo(tick.source, alerts.asOf);
      return;
    }
    logger.info('another process has evaluated alerts meanwhile');
    loaded = undefined;
  }

  async function evaluateQueue(): Promise<void> {
    try {
      for (let tick = queue.first(); tick && isHolder && !isStopped; tick = queue.first()) {
        await evaluateFirst(tick);
      }
    } catch (error) {
      // What was written and what was not is read anew.
      loaded = undefined;
      logger.warn({ err: error }, 'alerts could not be evaluated: trying again');
    }
    underway = undefined;
  }

  function run(): Promise<void> {
    // Not at once: with nothing to do it would be over before it is noted as under way.
    underway ??= Promise.resolve().then(evaluateQueue);
    return underway;
  }

  function see(snapshot: Snapshot | null): void {
    if (!snapshot) return;
    queue.add(toBelievedQuotes(snapshot));
    if (isHolder) void run();
  }

  /** So that the queue of a process that only looks on stays short. */
  async function forgetEvaluated(): Promise<void> {
    for (const source of queue.listSources()) {
      queue.removeUpTo(source, await evaluations.getAsOf(source));
    }
  }

  async function evaluateNow(): Promise<void> {
    isHolder = await lease.hold();
    if (isHolder) return run();
    loaded = undefined;
    await forgetEvaluated().catch((error: unknown) =>
      logger.warn({ err: error }, 'how far alerts are evaluated could not be read'),
    );
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

/** False, with the alerts of no more use: another process has come further. */
async function evaluate(
  { records, clock, onRecorded }: AlertEvaluatorDeps,
  alerts: LoadedAlerts,
  tick: BelievedQuotes,
): Promise<boolean> {
  const { source, asOf: before } = alerts;
  const crossings = alerts.listCrossings(tick);
  const crossed = new Set(crossings.map(({ key }) => key));
  const staying = new Set<number>();
  const next = alerts.after(tick);
  for (let first = 0; ; first += mostAtOnce) {
    const isLast = first + mostAtOnce >= crossings.length;
    const recorded = await records.record({
      source,
      before,
      crossings: crossings.slice(first, first + mostAtOnce),
      next: isLast ? next : null,
      nowReal: isLast ? alerts.listNowReal(tick) : [],
      firedAt: clock.now(),
    });
    if (!recorded) return false;
    for (const key of recorded.staying) staying.add(key);
    if (recorded.firings.length > 0) onRecorded();
    if (isLast) break;
  }
  alerts.advance(tick, next, (key) => crossed.has(key) && !staying.has(key));
  return true;
}
