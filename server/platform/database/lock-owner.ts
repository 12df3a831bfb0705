import type { Selectable } from 'kysely';
import type { UserTable } from './tables/account-tables.ts';
import type { Tx } from './transact.ts';

/** The user's row while the transaction holds its lock. `revision` increases with every lock. */
export type LockedOwner = Pick<Selectable<UserTable>, 'tier' | 'revision'>;

/**
 * Makes every other transaction that locks the same user wait until this one ends, on either database. Lock before
 * reading anything that a decision depends on: a count taken after the lock stays true. Undefined if the user no longer
 * exists.
 */
export function lockOwner(tx: Tx, userId: string): Promise<LockedOwner | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', userId)
    .returning(['tier', 'revision'])
    .executeTakeFirst();
}
