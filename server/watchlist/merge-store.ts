import type { Transaction } from 'kysely';
import { lockUser } from '../platform/lock-user.ts';
import type { Tables } from '../platform/tables.ts';

/** Gives one user's watched coins to another, who may have some of them already. Whatever the limit, none is lost. */
export async function mergeWatchlists(
  tx: Transaction<Tables>,
  fromUserId: string,
  toUserId: string,
): Promise<void> {
  // Nothing may be added to either meanwhile: what was added to the first would go with it.
  await lockUser(tx, fromUserId);
  await lockUser(tx, toUserId);
  await tx
    .updateTable('watchlist_items')
    .set({ user_id: toUserId })
    .where('user_id', '=', fromUserId)
    .where('coin_id', 'not in', (query) =>
      query
        .selectFrom('watchlist_items as known')
        .select('known.coin_id')
        .where('known.user_id', '=', toUserId),
    )
    .execute();
  await tx.deleteFrom('watchlist_items').where('user_id', '=', fromUserId).execute();
}
