import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { instant, plainText } from '#server/platform/portable-fields.ts';

const schema = z
  .array(
    z.strictObject({
      coinId: coinIdSchema,
      symbol: plainText(120),
      name: plainText(120),
      addedAt: instant,
      ordinal: z.number().int().min(0).max(1e9),
    }),
  )
  .max(accountMaximums.watchlist)
  .refine(
    (items) => new Set(items.map(({ coinId }) => coinId)).size === items.length,
    'Contains a coin twice',
  );

/** Coins added between two pauses, which takes some milliseconds. */
const maxAddedAtOnce = 100;

/** A watchlist, in order. */
export function createPortableWatchlist(db: Database): PortableData {
  return {
    async read(userId) {
      const rows = await db
        .selectFrom('watchlist_items')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('added_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute();
      return rows.map(({ coin_id: coinId, symbol, name, added_at: addedAt, ordinal }) => ({
        coinId,
        symbol,
        name,
        addedAt,
        ordinal,
      }));
    },
    async isEmpty(tx, userId) {
      const row = await tx
        .selectFrom('watchlist_items')
        .select('id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },
    async add(tx, { userId, tier }, data) {
      const items = readData(schema, data, 'data.watchlist');
      if (items.length > 0 && !canAdd(tier, 'watchlist', items.length - 1))
        throw limitReached(tier, 'watchlist');
      const pauses = new Pauses(maxAddedAtOnce);
      for (const { coinId, symbol, name, addedAt, ordinal } of items) {
        await tx
          .insertInto('watchlist_items')
          .values({
            id: randomUUID(),
            user_id: userId,
            coin_id: coinId,
            symbol,
            name,
            added_at: addedAt,
            ordinal,
          })
          .execute();
        await pauses.after();
      }
      return { watchlist: items.length };
    },
  };
}
