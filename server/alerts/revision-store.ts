import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

/**
 * Reserves `count` consecutive numbers, for alerts being armed or for firings, and returns the first. Other callers
 * wait until this transaction ends, so numbers grow in commit order: a reader that has seen a number has missed none
 * below it, except imported ones (`reserveRevisions`). Lock order: users, revisions, alerts.
 */
export async function takeRevisions(tx: Tx, count = 1): Promise<number> {
  const { value } = await tx
    .updateTable('alert_revision')
    .set((row) => ({ value: row('value', '+', count) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

/**
 * Reserves a number for each item of an imported list that isn't checked yet, at most `max`, and returns the first. Nobody
 * waits for the import: its numbers are committed after higher ones.
 */
export async function reserveRevisions(db: Database, list: unknown, max: number): Promise<number> {
  const count = Array.isArray(list) ? Math.min(list.length, max) : 0;
  return count === 0 ? 0 : transact(db, (tx) => takeRevisions(tx, count));
}
