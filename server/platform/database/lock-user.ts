import type { Transaction } from 'kysely';
import type { Tier } from '#contract/plans.ts';
import type { Tables } from './tables.ts';

/** A user's row as it is while the transaction holds it. `revision` grows with every lock. */
export interface LockedUser {
  readonly tier: Tier;
  readonly revision: number;
}

/**
 * Makes everybody else who locks the same user wait until this transaction ends, on either database: what is counted
 * after this stays counted. It has to come before all that is read for a decision. Undefined: there is no such user any
 * more.
 */
export function lockUser(tx: Transaction<Tables>, userId: string): Promise<LockedUser | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', userId)
    .returning(['tier', 'revision'])
    .executeTakeFirst();
}
