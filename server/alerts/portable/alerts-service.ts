import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { alertConditions } from '#contract/alert-threshold.ts';
import { defaultCurrency, displayCurrencySchema } from '#contract/currencies/currency.ts';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { CoinId } from '#contract/units.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import type { Arming } from '../evaluation/arming.ts';
import { reserveRevisions, takeRevisions } from '../revision-store.ts';
import { instant, plainText } from './plain-text.ts';

const alertSchema = z.strictObject({
  coinId: coinIdSchema,
  symbol: plainText(120),
  name: plainText(120),
  condition: z.enum(alertConditions),
  /** Absent in exports from before alerts had a currency. */
  currency: displayCurrencySchema.default(defaultCurrency),
  threshold: z.string().regex(/^-?\d{0,12}(?:\.\d{1,18})?$/, 'Must be a number'),
  status: z.enum(['active', 'paused', 'triggered']),
  note: plainText(200).nullable(),
  repeat: z.enum(['once', 'every']),
  cooldownMinutes: z.number().int().min(60).max(43_200),
  whenTrue: z.enum(['wait', 'fire']),
  /** Absent in exports from before they included the history. */
  arming: z.number().int().min(1).max(1e9).default(1),
  createdAt: instant,
  triggeredAt: instant.nullable(),
  triggeredPrice: plainText(60).nullable(),
  nextAllowedAt: instant.nullable(),
  ordinal: z.number().int().min(0).max(1e9),
});
const schema = z.array(alertSchema).max(accountMaximums.alerts);

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
    reserve: (data) => reserveRevisions(db, data, accountMaximums.alerts),
    async add(tx, { userId, tier }, data, reserved) {
      const alerts = readData(schema, data, 'data.alerts');
      const waiting = alerts.filter(({ status }) => status !== 'triggered').length;
      if (waiting > 0 && !canAdd(tier, 'alerts', waiting - 1)) throw limitReached(tier, 'alerts');
      if (alerts.length === 0) return { alerts: 0 };
      for (const [number, alert] of alerts.entries())
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
