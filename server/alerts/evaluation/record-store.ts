import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { MarketSource } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable, AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { takeRevisions } from '#server/platform/database/take-revisions.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { clockSetBackMs } from '../quote-time.ts';
import type { Evaluation } from '../read-alert.ts';
import type { Crossing } from './armed-alert.ts';
import { isResting, restUntil } from './cooldown.ts';
import { encodeQuotes } from './kept-quotes.ts';

/** Named in one statement: neither database takes as many as there may be. */
const mostNamed = 5000;

type Tx = Transaction<Tables>;
type AlertRow = Selectable<AlertTable>;

/** Done in the very transaction in which an alert fires: what it queues is there exactly where the firing is. */
export type OnFired = (tx: Tx, firing: AlertFiringTable) => Promise<void>;

/** A step of an evaluation: what was crossed, and how far it has come with it. */
export interface EvaluatedStep {
  readonly source: MarketSource;
  /** As of when the evaluation stood before it (ms). */
  readonly before: number;
  readonly crossings: readonly Crossing[];
  /** Where it stands after it; null: more crossings of the same quotes follow. */
  readonly next: Evaluation | null;
  /** Revisions of alerts armed by simulated quotes that have seen real ones now. */
  readonly nowReal: readonly number[];
  /** When it was noticed (ms). */
  readonly firedAt: number;
}

export interface RecordedStep {
  readonly firings: readonly AlertFiringTable[];
  /** The crossed alerts that stay armed, by their keys: they repeat. */
  readonly staying: ReadonlySet<number>;
}

/** Writes what came of an evaluation. */
export interface RecordStore {
  /**
   * All of a step or, where it fails, nothing. Null, with nothing written: the evaluation does not stand where it
   * should, because another process has taken it further. `isSilent`: without what goes with a firing.
   */
  record(step: EvaluatedStep, how?: { isSilent: boolean }): Promise<RecordedStep | null>;
}

export function createRecordStore(db: Database, onFired: readonly OnFired[]): RecordStore {
  return {
    record: (step, how) =>
      db.transaction().execute(async (tx) => {
        if (!(await advance(tx, step))) return null;
        const recorded = await fire(tx, step, how?.isSilent ? [] : onFired);
        // Alerts are locked last: who changes or removes one meanwhile waits for nothing of ours.
        await markReal(tx, step.nowReal);
        return recorded;
      }),
  };
}

/** Its row is held until the transaction ends: nobody else evaluates meanwhile. */
async function advance(tx: Tx, { source, before, next, firedAt }: EvaluatedStep): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_evaluations')
    .set(
      next
        ? { as_of: next.asOf, revision: next.revision, quotes: encodeQuotes(next.quotes, next.asOf) }
        : { as_of: before },
    )
    .where('source', '=', source)
    .where('as_of', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (next) {
    await tx
      .deleteFrom('alert_ticks')
      .where('source', '=', source)
      // And what is from before the clock was set back.
      .where((is) => is.or([is('as_of', '<=', next.asOf), is('as_of', '>', firedAt + clockSetBackMs)]))
      .execute();
  }
  return true;
}

/** With what they were armed by forgotten, which real quotes say nothing about. */
async function markReal(tx: Tx, revisions: readonly number[]): Promise<void> {
  for (let first = 0; first < revisions.length; first += mostNamed) {
    await tx
      .updateTable('alerts')
      .set({ armed_source: 'coingecko', armed_price: null, armed_change: null, when_true: 'wait' })
      .where('revision', 'in', revisions.slice(first, first + mostNamed))
      .execute();
  }
}

async function fire(tx: Tx, step: EvaluatedStep, onFired: readonly OnFired[]): Promise<RecordedStep> {
  const { crossings } = step;
  if (crossings.length === 0) return { firings: [], staying: new Set() };
  // Nobody arms or changes an alert from here on.
  const firstNumber = await takeRevisions(tx, crossings.length);
  const alerts = await listActive(
    tx,
    crossings.map(({ key }) => key),
  );
  const crossed = crossings.flatMap((crossing, place) => {
    const alert = alerts.get(crossing.key);
    return alert ? [{ alert, crossing, number: firstNumber + place }] : [];
  });
  const due = crossed.filter(({ alert, crossing }) => !isResting(alert.next_allowed_at, crossing.by));
  const firings = await insertFirings(
    tx,
    due.map((each) => toFiringRow(each, step)),
  );
  for (const { alert, crossing } of due) await markFired(tx, alert, crossing, step.firedAt);
  for (const firing of firings) {
    for (const tell of onFired) await tell(tx, firing);
  }
  const staying = crossed.filter(({ alert }) => alert.repeat === 'every').map(({ crossing }) => crossing.key);
  return { firings, staying: new Set(staying) };
}

async function listActive(tx: Tx, revisions: readonly number[]): Promise<Map<number, AlertRow>> {
  const rows = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('revision', 'in', revisions)
    .where('status', '=', 'active')
    .execute();
  return new Map(rows.map((row) => [row.revision, row]));
}

function toFiringRow(
  { alert, crossing, number }: { alert: AlertRow; crossing: Crossing; number: number },
  { source, firedAt }: EvaluatedStep,
): AlertFiringTable {
  const { price, change } = crossing.quote;
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
    price: toPlainDecimal(String(price)),
    change_24h: change === null ? null : toPlainDecimal(String(change)),
    crossed_after: crossing.after,
    crossed_by: crossing.by,
    fired_at: firedAt,
    note: alert.note,
    number,
    seen_at: null,
    source,
  };
}

/**
 * Before the alerts are written: it waits for whoever removes their users, who waits for nothing of ours then. One that
 * fired in its present arming before is left out.
 */
async function insertFirings(tx: Tx, rows: readonly AlertFiringTable[]): Promise<AlertFiringTable[]> {
  if (rows.length === 0) return [];
  const inserted = await tx
    .insertInto('alert_firings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['alert_id', 'arming']).doNothing())
    .returning('number')
    .execute();
  const numbers = new Set(inserted.map(({ number }) => number));
  return rows.filter(({ number }) => numbers.has(number));
}

async function markFired(tx: Tx, alert: AlertRow, { quote, by }: Crossing, firedAt: number): Promise<void> {
  const isDone = alert.repeat === 'once';
  await tx
    .updateTable('alerts')
    .set({
      triggered_at: firedAt,
      triggered_price: toPlainDecimal(String(quote.price)),
      ...(isDone
        ? { status: 'triggered' }
        : { arming: alert.arming + 1, next_allowed_at: restUntil(alert.cooldown_minutes, by) }),
    })
    .where('id', '=', alert.id)
    .execute();
}
