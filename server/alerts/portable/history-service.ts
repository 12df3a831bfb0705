import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { alertConditions } from '#contract/alert-threshold.ts';
import { displayCurrencySchema } from '#contract/currencies/currency.ts';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { listFiringRows } from '../delivery/firing-rows-store.ts';
import { reserveRevisions } from '../revision-store.ts';
import { listInOrder } from './alerts-service.ts';
import { instant, plainText } from './plain-text.ts';

const decimal = z.string().regex(/^-?\d{0,60}(?:\.\d{1,60})?$/, 'Must be a number');
const firingSchema = z.strictObject({
  /** The alert by its index; null if it no longer exists. */
  alert: z.number().int().min(0).max(accountMaximums.alerts).nullable(),
  arming: z.number().int().min(1).max(1e9),
  coinId: coinIdSchema,
  symbol: plainText(120),
  name: plainText(120),
  condition: z.enum(alertConditions),
  threshold: decimal,
  price: decimal,
  currency: displayCurrencySchema,
  change24h: decimal.nullable(),
  crossedAfter: instant,
  crossedBy: instant,
  firedAt: instant,
  note: plainText(200).nullable(),
  seenAt: instant.nullable(),
  source: z.enum(['coingecko', 'simulated']),
});
const maxFirings = 100_000;
const schema = z.array(firingSchema).max(maxFirings);

const writeSize = 500;

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
    reserve: (data) => reserveRevisions(db, data, maxFirings),
    async add(tx, { userId }, data, first) {
      const firings = readData(schema, data, 'data.alertHistory');
      if (firings.length === 0) return { alertHistory: 0 };
      const alerts = await listInOrder(tx, userId);
      const rows = firings.map(({ alert, ...firing }, place) => ({
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
        mail_id: null,
      }));
      for (let start = 0; start < rows.length; start += writeSize) {
        const some = rows.slice(start, start + writeSize);
        await tx
          .insertInto('alert_firings')
          .values(some)
          .onConflict((conflict) => conflict.columns(['alert_id', 'arming']).doNothing())
          .execute();
        await setImmediate();
      }
      return { alertHistory: rows.length };
    },
  };
}

async function* listFirings(
  db: Database,
  userId: string,
  alerts: ReadonlyMap<string, number>,
): AsyncGenerator<z.input<typeof firingSchema>[]> {
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
