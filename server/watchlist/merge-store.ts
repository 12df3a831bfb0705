import { mergeRows } from '#server/platform/database/merge-rows.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** Moves one user's watched coins to another, skipping those already there. Ignores limits, so that no coin is lost. */
export function mergeWatchlists(tx: Tx, from: string, to: string): Promise<void> {
  return mergeRows(tx, 'watchlist_items', 'coin_id', { from, to });
}
