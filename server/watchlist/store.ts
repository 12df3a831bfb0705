import type { Tier } from '#contract/plans.ts';
import type { WatchlistItem } from '#contract/watchlist.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { WatchlistItemTable } from '#server/platform/database/tables/holding-tables.ts';

/** `known`: it was there already. `full`: the tier allows no more. `gone`: the user is no longer there. */
export type AddOutcome =
  | { readonly outcome: 'added' | 'known'; readonly item: WatchlistItem }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'gone' };

export interface WatchlistStore {
  /** In the order they were added. */
  listItems(userId: string): Promise<WatchlistItem[]>;
  findItem(userId: string, coinId: string): Promise<WatchlistItem | undefined>;
  /** Adds it if `mayAdd` says so, told the tier and how many there are while nobody else can add. */
  addItem(
    userId: string,
    item: WatchlistItem,
    mayAdd: (tier: Tier, count: number) => boolean,
  ): Promise<AddOutcome>;
  /** False: it was not there. */
  removeItem(userId: string, coinId: string): Promise<boolean>;
}

export function createWatchlistStore(db: Database): WatchlistStore {
  async function findItem(
    userId: string,
    coinId: string,
    within: Pick<Database, 'selectFrom'> = db,
  ): Promise<WatchlistItem | undefined> {
    const row = await within
      .selectFrom('watchlist_items')
      .selectAll()
      .where('user_id', '=', userId)
      .where('coin_id', '=', coinId)
      .executeTakeFirst();
    return row && toItem(row);
  }

  return {
    async listItems(userId) {
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

    findItem: (userId, coinId) => findItem(userId, coinId),

    addItem: (userId, item, mayAdd) =>
      db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user) return { outcome: 'gone' };
        const known = await findItem(userId, item.coinId, tx);
        if (known) return { outcome: 'known', item: known };
        const { count } = await tx
          .selectFrom('watchlist_items')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (!mayAdd(user.tier, count)) return { outcome: 'full', tier: user.tier };
        await tx
          .insertInto('watchlist_items')
          .values(toRow(userId, item, user.revision))
          .execute();
        return { outcome: 'added', item };
      }),

    async removeItem(userId, coinId) {
      const { numDeletedRows } = await db
        .deleteFrom('watchlist_items')
        .where('user_id', '=', userId)
        .where('coin_id', '=', coinId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
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
