import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Takes `count` numbers for alerts that are armed or that fire, and gives the first of them. Everybody else who takes
 * some waits until this transaction ends, so that numbers grow in the order of commits: who has read up to one of
 * them has missed none before it. Of what a transaction locks it comes after the users and before the alerts.
 */
export async function takeRevisions(tx: Transaction<Tables>, count = 1): Promise<number> {
  const { value } = await tx
    .updateTable('alert_revision')
    .set((row) => ({ value: row('value', '+', count) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
