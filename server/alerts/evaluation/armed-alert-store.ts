import type { Selectable } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { priceOf } from '../currency/firing-price.ts';
import type { Crossing } from './armed-alert.ts';
import { cooldownUntil } from './cooldown.ts';

export type ActiveAlert = Selectable<AlertTable>;

/** Per statement: both databases limit their number. */
const maxParameters = 5000;

/** The alerts with these revisions that are still active, by revision. */
export async function listActiveAlerts(
  tx: Tx,
  revisions: readonly number[],
): Promise<Map<number, ActiveAlert>> {
  const rows = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('revision', 'in', revisions)
    .where('status', '=', 'active')
    .execute();
  return new Map(rows.map((row) => [row.revision, row]));
}

/** Marks alerts as triggered for good, or keeps them active with a new arming and cooldown. */
export async function markFired(
  tx: Tx,
  alert: ActiveAlert,
  crossing: Crossing,
  firedAt: Instant,
): Promise<void> {
  const { price, currency } = priceOf(alert, crossing);
  await tx
    .updateTable('alerts')
    .set({
      triggered_at: firedAt,
      // Only set if the price is in the alert's own currency.
      triggered_price: currency === alert.currency ? price : null,
      ...(alert.repeat === 'once'
        ? { status: 'triggered' }
        : {
            arming: alert.arming + 1,
            next_allowed_at: cooldownUntil(alert.cooldown_minutes, crossing.by),
            // Used up: an account file with it would let the alert fire again without a crossing.
            when_true: 'wait',
          }),
    })
    .where('id', '=', alert.id)
    .execute();
}

/** Stops simulated quotes from counting for these alerts: their next real quote is their first. */
export async function switchToReal(tx: Tx, revisions: readonly number[]): Promise<void> {
  for (let first = 0; first < revisions.length; first += maxParameters) {
    await tx
      .updateTable('alerts')
      .set({ armed_source: 'coingecko', armed_price: null, armed_change: null, when_true: 'wait' })
      .where('revision', 'in', revisions.slice(first, first + maxParameters))
      .execute();
  }
}
