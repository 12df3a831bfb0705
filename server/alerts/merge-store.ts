import type { Transaction } from 'kysely';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { takeRevisions } from '#server/platform/database/take-revisions.ts';

/**
 * Gives one user's alerts and their history to another, armed as they are. Whatever the limit, none is lost. How the
 * other wants to be told stays as it is.
 */
export async function mergeAlerts(
  tx: Transaction<Tables>,
  fromUserId: string,
  toUserId: string,
): Promise<void> {
  // Nothing may be added to either meanwhile: what was added to the first would go with it.
  await lockOwner(tx, fromUserId);
  await lockOwner(tx, toUserId);
  // Nothing fires until this ends: what fired for the first would go with it.
  await takeRevisions(tx);
  for (const table of ['alerts', 'alert_firings'] as const) {
    await tx.updateTable(table).set({ user_id: toUserId }).where('user_id', '=', fromUserId).execute();
  }
}
