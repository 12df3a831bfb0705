import { randomUUID } from 'node:crypto';
import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { priceOf } from '../currency/firing-price.ts';
import type { FiringStore } from '../delivery/firing-store.ts';
import type { NotificationService } from '../delivery/notification-service.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { takeRevisions } from '../revision-store.ts';
import type { Crossing } from './armed-alert.ts';
import { type ActiveAlert, listActiveAlerts, markFired, switchToReal } from './armed-alert-store.ts';
import { findCooldownEnd, isCoolingDown } from './cooldown.ts';
import type { Evaluation } from './read-alert.ts';
import type { EvaluationStore } from './store.ts';

/** All or some of the crossings by one refresh's quotes, and the evaluation's progress. */
export interface EvaluationStep {
  readonly source: MarketSource;
  /** The progress before this step. */
  readonly before: Instant;
  readonly crossings: readonly Crossing[];
  /** The progress afterwards; null if more crossings by the same quotes follow. */
  readonly next: Evaluation | null;
  /** Revisions of alerts that were armed by simulated quotes and have now seen real ones. */
  readonly switchedToReal: readonly number[];
  readonly firedAt: Instant;
}

export interface RecordedStep {
  readonly firings: readonly AlertFiringTable[];
  /** Keys of the crossed alerts that stay armed: they repeat, or they ignored the crossing because of a cooldown. */
  readonly stillArmed: ReadonlySet<number>;
}

/** Writes the results of an evaluation. */
export interface EvaluationService {
  /**
   * Writes a step in one transaction. Returns null, with nothing written, if another process evaluates or has
   * progressed past `before`. With `shouldNotify` false, firings are written without notifications.
   */
  record(step: EvaluationStep, options?: { shouldNotify: boolean }): Promise<RecordedStep | null>;
}

export interface EvaluationServiceDeps {
  readonly database: Database;
  readonly evaluations: Pick<EvaluationStore, 'advance'>;
  readonly firings: Pick<FiringStore, 'add'>;
  readonly notifications: NotificationService;
  readonly wakeUps?: Pick<WakeUps, 'send'>;
  /** Whether this process may evaluate, guaranteed until the transaction ends. */
  readonly mayWrite?: (tx: Tx) => Promise<boolean>;
}

export function createEvaluationService(deps: EvaluationServiceDeps): EvaluationService {
  return {
    record: (step, { shouldNotify } = { shouldNotify: true }) =>
      transact(deps.database, async (tx) => {
        if (deps.mayWrite && !(await deps.mayWrite(tx))) return null;
        if (!(await deps.evaluations.advance(tx, step))) return null;
        const recorded = await fire(tx, deps, step);
        if (shouldNotify) await deps.notifications.notify(tx, recorded.firings);
        // Alerts are locked last, so that a concurrent change of one holds no lock that this waits for.
        await switchToReal(tx, step.switchedToReal);
        if (recorded.firings.length > 0) {
          await deps.wakeUps?.send(tx, 'firings');
          await deps.wakeUps?.send(tx, 'pushes');
        }
        return recorded;
      }),
  };
}

/** On the embedded database, other calls wait about ten milliseconds for it. */
const maxMarkedAtOnce = 100;

async function fire(tx: Tx, deps: EvaluationServiceDeps, step: EvaluationStep): Promise<RecordedStep> {
  const { crossings, firedAt } = step;
  if (crossings.length === 0) return { firings: [], stillArmed: new Set() };
  // From here on, no other transaction arms or changes an alert.
  const firstNumber = await takeRevisions(tx, crossings.length);
  const alerts = await listActiveAlerts(
    tx,
    crossings.map(({ key }) => key),
  );
  const crossed = crossings.flatMap((crossing, place) => {
    const alert = alerts.get(crossing.key);
    return alert ? [{ alert, crossing, number: firstNumber + place }] : [];
  });
  const [due, coolingDown] = splitByCooldown(crossed, firedAt);
  // Before the alerts: the insert waits for removals of their users, which must not wait for locks held here.
  const firings = await deps.firings.add(
    tx,
    due.map((each) => toFiringRow(each, step)),
  );
  const pauses = new Pauses(maxMarkedAtOnce);
  for (const { alert, crossing } of due) {
    await markFired(tx, alert, crossing, firedAt);
    await pauses.after();
  }
  // One that no longer repeats can still have a cooldown, and fires after it.
  const stillArmed = [...due.filter(({ alert }) => alert.repeat === 'every'), ...coolingDown];
  return { firings, stillArmed: new Set(stillArmed.map(({ crossing }) => crossing.key)) };
}

function splitByCooldown<T extends { alert: ActiveAlert; crossing: Crossing }>(
  crossed: readonly T[],
  firedAt: Instant,
): [due: T[], coolingDown: T[]] {
  const groups = Map.groupBy(crossed, ({ alert, crossing }) =>
    isCoolingDown(findCooldownEnd(alert, firedAt), crossing.by),
  );
  return [groups.get(false) ?? [], groups.get(true) ?? []];
}

function toFiringRow(
  { alert, crossing, number }: { alert: ActiveAlert; crossing: Crossing; number: number },
  { source, firedAt }: EvaluationStep,
): AlertFiringTable {
  const { change } = crossing.quote;
  const { price, currency } = priceOf(alert, crossing);
  return {
    id: randomUUID(),
    alert_id: alert.id,
    arming: alert.arming,
    user_id: alert.user_id,
    coin_id: alert.coin_id,
    symbol: alert.symbol,
    name: alert.name,
    condition: alert.condition,
    threshold: alert.threshold,
    currency,
    price,
    change_24h: change === null ? null : toPlainDecimal(String(change)),
    crossed_after: crossing.after,
    crossed_by: crossing.by,
    fired_at: firedAt,
    note: alert.note,
    number,
    seen_at: null,
    source,
    mail_id: null,
  };
}
