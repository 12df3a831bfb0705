import { randomUUID } from 'node:crypto';
import { accountMaximums } from '#contract/plans.ts';
import type { CoinId } from '#contract/units.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import type { Arming } from '../evaluation/arming.ts';
import { reserveRevisions, takeRevisions } from '../revision-store.ts';
import type { PortableAlert } from './check-alerts.ts';

/** Alerts added between two pauses, which takes about ten milliseconds. */
const maxAddedAtOnce = 100;

/** Alerts in creation order. The importing account arms them again. */
export function createPortableAlerts(
  db: Database,
  arm: (terms: { readonly coinId: CoinId; readonly currency: string }) => Arming,
): PortableData {
  return {
    async read(userId) {
      const rows = await listInOrder(db, userId);
      const alerts = rows.map((row) => ({
        coinId: row.coin_id,
        symbol: row.symbol,
        name: row.name,
        condition: row.condition,
        currency: row.currency,
        threshold: row.threshold,
        status: row.status,
        note: row.note,
        repeat: row.repeat,
        cooldownMinutes: row.cooldown_minutes,
        whenTrue: row.when_true,
        arming: row.arming,
        createdAt: row.created_at,
        triggeredAt: row.triggered_at,
        triggeredPrice: row.triggered_price,
        nextAllowedAt: row.next_allowed_at,
        ordinal: row.ordinal,
      }));
      return inBatches(alerts);
    },
    async isEmpty(tx, userId) {
      const row = await tx
        .selectFrom('alerts')
        .select('id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },
    checker: new URL('./check-alerts.ts', import.meta.url).href,
    reserve: (data) => reserveRevisions(db, data, accountMaximums.alerts),
    async add(tx, { userId, tier }, data, reserved) {
      const alerts = data as readonly PortableAlert[];
      const waiting = alerts.filter(({ status }) => status !== 'triggered').length;
      if (waiting > 0 && !canAdd(tier, 'alerts', waiting - 1)) throw limitReached(tier, 'alerts');
      if (alerts.length === 0) return { alerts: 0 };
      const pauses = new Pauses(maxAddedAtOnce);
      for (const [number, alert] of alerts.entries()) {
        await tx
          .insertInto('alerts')
          .values({
            id: randomUUID(),
            user_id: userId,
            coin_id: alert.coinId,
            symbol: alert.symbol,
            name: alert.name,
            condition: alert.condition,
            currency: alert.currency,
            threshold: alert.threshold,
            status: alert.status,
            note: alert.note,
            repeat: alert.repeat,
            cooldown_minutes: alert.cooldownMinutes,
            when_true: alert.whenTrue,
            arming: alert.arming,
            ...arm(alert),
            next_allowed_at: alert.nextAllowedAt,
            revision: reserved + number,
            created_at: alert.createdAt,
            triggered_at: alert.triggeredAt,
            triggered_price: alert.triggeredPrice,
            ordinal: alert.ordinal,
          })
          .execute();
        await pauses.after();
      }
      return { alerts: alerts.length };
    },
    // Evaluators look for alerts above the newest revision they know, so these must grow in commit order.
    async finish(tx, userId, reserved) {
      const { count } = await tx
        .selectFrom('alerts')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (count === 0) return;
      const moved = (await takeRevisions(tx, count)) - reserved;
      await tx
        .updateTable('alerts')
        .set((row) => ({ revision: row('revision', '+', moved) }))
        .where('user_id', '=', userId)
        .execute();
    },
  };
}

/** The order that an import preserves: other data refers to alerts by their index in it. */
export const listInOrder = (db: Database, userId: string) =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
