import type { CoinId } from '#contract/units.ts';
import type { WatchlistItem } from '#contract/watchlist.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { WatchlistItemTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** The coins each user watches. */
export interface WatchlistStore {
  /** In the order they were added. */
  list(userId: string): Promise<WatchlistItem[]>;
  /** Returns false if the coin was not on the list. */
  remove(userId: string, coinId: CoinId): Promise<boolean>;
  /** `db`: the open transaction, if there is one. */
  find(db: Database, userId: string, coinId: CoinId): Promise<WatchlistItem | undefined>;

  /** Every coin that someone watches. */
  listCoinIds(): Promise<CoinId[]>;

  count(tx: Tx, userId: string): Promise<number>;
  /** `ordinal` orders items added within the same millisecond. */
  add(tx: Tx, userId: string, item: WatchlistItem, ordinal: number): Promise<void>;
}

export function createWatchlistStore(db: Database): WatchlistStore {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('watchlist_items')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('added_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute();
      return rows.map(toItem);
    },

    async remove(userId, coinId) {
      const { numDeletedRows } = await db
        .deleteFrom('watchlist_items')
        .where('user_id', '=', userId)
        .where('coin_id', '=', coinId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async find(within, userId, coinId) {
      const row = await within
        .selectFrom('watchlist_items')
        .selectAll()
        .where('user_id', '=', userId)
        .where('coin_id', '=', coinId)
        .executeTakeFirst();
      return row && toItem(row);
    },

    async listCoinIds() {
      const rows = await db.selectFrom('watchlist_items').select('coin_id').distinct().execute();
      return rows.map((row) => row.coin_id);
    },

    async count(tx, userId) {
      const { count } = await tx
        .selectFrom('watchlist_items')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(tx, userId, item, ordinal) {
      await tx
        .insertInto('watchlist_items')
        .values(toRow(userId, item, ordinal))
        .execute();
    },
  };
}

function toItem(row: WatchlistItemTable): WatchlistItem {
  return {
    id: row.id,
    coinId: row.coin_id,
    symbol: row.symbol,
    name: row.name,
    addedAt: new Date(row.added_at).toISOString(),
  };
}

function toRow(userId: string, item: WatchlistItem, ordinal: number): WatchlistItemTable {
  return {
    id: item.id,
    user_id: userId,
    coin_id: item.coinId,
    symbol: item.symbol,
    name: item.name,
    added_at: Date.parse(item.addedAt),
    ordinal,
  };
}
