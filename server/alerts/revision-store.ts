import type { Tx } from '#server/platform/database/transact.ts';

/**
 * Takes `count` consecutive numbers, for alerts that are armed or for firings, and gives the first. Everybody else who
 * takes numbers waits until this transaction ends, so numbers grow in the order of commits: a reader that has come up to
 * one of them has missed none before it. Order of locks: users, revisions, alerts.
 */
export async function takeRevisions(tx: Tx, count = 1): Promise<number> {
  const { value } = await tx
    .updateTable('alert_revision')
    .set((row) => ({ value: row('value', '+', count) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
