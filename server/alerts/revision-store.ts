import type { Tx } from '#server/platform/database/transact.ts';

/**
 * Reserves `count` consecutive numbers, for alerts being armed or for firings, and returns the first. Other callers
 * wait until this transaction ends, so numbers grow in commit order: a reader that has seen a number has missed none
 * below it. Lock order: users, revisions, alerts.
 */
export async function takeRevisions(tx: Tx, count = 1): Promise<number> {
  const { value } = await tx
    .updateTable('alert_revision')
    .set((row) => ({ value: row('value', '+', count) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
