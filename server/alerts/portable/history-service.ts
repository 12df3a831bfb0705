import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { listFiringRows } from '../delivery/firing-rows-store.ts';
import { importedMailId } from '../delivery/imported-mail-id.ts';
import { reserveRevisions } from '../revision-store.ts';
import { listInOrder } from './alerts-service.ts';
import { maxPortableFirings, type PortableFiring } from './check-firings.ts';

const writeSize = 500;
const maxArmedAtOnce = 100;

/** Firings, oldest first. */
export function createPortableHistory(db: Database): PortableData {
  return {
    async read(userId) {
      const alerts = await listInOrder(db, userId);
      const numbers = new Map(alerts.map(({ id }, number) => [id, number]));
      return listFirings(db, userId, numbers);
    },
    async isEmpty(tx, userId) {
      const row = await tx
        .selectFrom('alert_firings')
        .select('id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },
    checker: new URL('./check-firings.ts', import.meta.url).href,
    reserve: (data) => reserveRevisions(db, data, maxPortableFirings),
    async add(tx, { userId }, data, first) {
      const firings = data as readonly PortableFiring[];
      if (firings.length === 0) return { alertHistory: 0 };
      const alerts = await listInOrder(tx, userId);
      const toRow = ({ alert, ...firing }: PortableFiring, place: number) => ({
        id: randomUUID(),
        alert_id: (alert === null ? undefined : alerts[alert]?.id) ?? randomUUID(),
        arming: firing.arming,
        user_id: userId,
        coin_id: firing.coinId,
        symbol: firing.symbol,
        name: firing.name,
        condition: firing.condition,
        threshold: firing.threshold,
        price: firing.price,
        currency: firing.currency,
        change_24h: firing.change24h,
        crossed_after: firing.crossedAfter,
        crossed_by: firing.crossedBy,
        fired_at: firing.firedAt,
        note: firing.note,
        number: first + place,
        seen_at: firing.seenAt,
        source: firing.source,
        mail_id: importedMailId,
      });
      for (let start = 0; start < firings.length; start += writeSize) {
        const some = firings
          .slice(start, start + writeSize)
          .map((firing, index) => toRow(firing, start + index));
        await tx
          .insertInto('alert_firings')
          .values(some)
          .onConflict((conflict) => conflict.columns(['alert_id', 'arming']).doNothing())
          .execute();
        await setImmediate();
      }
      await armAfterFirings(tx, alerts, firings);
      return { alertHistory: firings.length };
    },
  };
}

/**
 * Arms active alerts again whose arming has fired by the history, which was read after the alerts when the file was made:
 * it would never fire here. Inactive ones are armed when they become active; that arming must not have fired either.
 */
async function armAfterFirings(
  tx: Tx,
  alerts: readonly Pick<AlertTable, 'id' | 'status' | 'arming'>[],
  firings: readonly PortableFiring[],
): Promise<void> {
  const fired = new Map<number, number>();
  for (const { alert, arming } of firings)
    if (alert !== null) fired.set(alert, Math.max(arming, fired.get(alert) ?? 0));
  const pauses = new Pauses(maxArmedAtOnce);
  for (const [index, arming] of fired) {
    const alert = alerts[index];
    const least = alert?.status === 'active' ? arming + 1 : arming;
    if (!alert || alert.arming >= least) continue;
    await tx.updateTable('alerts').set({ arming: least }).where('id', '=', alert.id).execute();
    await pauses.after();
  }
}

async function* listFirings(
  db: Database,
  userId: string,
  alerts: ReadonlyMap<string, number>,
): AsyncGenerator<PortableFiring[]> {
  for await (const rows of listFiringRows(db, userId))
    yield rows.map((row) => ({
      alert: alerts.get(row.alert_id) ?? null,
      arming: row.arming,
      coinId: row.coin_id,
      symbol: row.symbol,
      name: row.name,
      condition: row.condition,
      threshold: row.threshold,
      price: row.price,
      currency: row.currency,
      change24h: row.change_24h,
      crossedAfter: row.crossed_after,
      crossedBy: row.crossed_by,
      firedAt: row.fired_at,
      note: row.note,
      seenAt: row.seen_at,
      source: row.source,
    }));
}
