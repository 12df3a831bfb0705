import { accountMaximums } from '#contract/plans.ts';
import { mergeRows } from '#server/platform/database/merge-rows.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { describeMergeLimit } from '#server/platform/merge-limit.ts';

/** Moves one user's watched coins to another, skipping those already there. Ignores the plan's limit, so that no coin is lost. */
export function mergeWatchlists(tx: Tx, from: string, to: string): Promise<void> {
  return mergeRows(tx, 'watchlist_items', 'coin_id', { from, to });
}

/** Returns why the watched coins of accounts don't fit into another, and what to do about it; undefined if they do. */
export async function findWatchlistObstacle(
  tx: Tx,
  fromUserIds: readonly string[],
  toUserId: string,
): Promise<string | undefined> {
  const own = await countCoins(tx, [toUserId]);
  const all = await countCoins(tx, [...fromUserIds, toUserId]);
  const max = accountMaximums.watchlist;
  return all > max && all > own ? describeMergeLimit(max, 'watched coins') : undefined;
}

async function countCoins(tx: Tx, userIds: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('watchlist_items')
    .select(({ fn }) => fn.count<string | number>('coin_id').distinct().as('count'))
    .where('user_id', 'in', userIds)
    .executeTakeFirstOrThrow();
  return Number(count);
}
