import type { Transaction } from 'kysely';
import { mergeRows } from '#server/platform/database/merge-rows.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Gives one user's watched coins to another, who may have some of them already. Whatever the limit, none is lost. */
export function mergeWatchlists(tx: Transaction<Tables>, from: string, to: string): Promise<void> {
  return mergeRows(tx, 'watchlist_items', 'coin_id', { from, to });
}
