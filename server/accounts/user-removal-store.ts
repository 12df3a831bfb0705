import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { removeLargeTablesOfUser } from '#server/platform/database/removal/remove-large-tables-of-user.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

/** The end of accounts. */
export interface UserRemovalStore {
  /** Removes unverified accounts that have not been used since then. Returns how many. */
  removeUnverified(lastUsedBefore: Instant): Promise<number>;
  /** Removes the account and everything stored about it or its verified address. Returns false if there is none. */
  remove(tx: Tx, id: string): Promise<boolean>;
}

export function createUserRemovalStore(db: Database): UserRemovalStore {
  return {
    async removeUnverified(lastUsedBefore) {
      const unused = await db
        .selectFrom('users')
        .select('id')
        .where('proved_email', 'is', null)
        .where('last_used_at', '<', lastUsedBefore)
        .execute();
      let removed = 0;
      // One at a time: together they may have millions of transactions.
      for (const { id } of unused) if (await removeIfUnused(db, id, lastUsedBefore)) removed += 1;
      return removed;
    },

    remove,
  };
}

function removeIfUnused(db: Database, id: string, lastUsedBefore: Instant): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await lockOwner(tx, id))) return false;
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('proved_email', 'is', null)
      .where('last_used_at', '<', lastUsedBefore)
      .executeTakeFirst();
    if (!user) return false;
    await removeLargeTablesOfUser(tx, id);
    await tx.deleteFrom('users').where('id', '=', id).execute();
    return true;
  });
}

async function remove(tx: Tx, id: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'proved_email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user) return false;
  // First, because it can take long: others who use the address would wait for the rows below.
  await removeLargeTablesOfUser(tx, id);
  const { proved_email: email } = user;
  if (email !== null) {
    await tx.deleteFrom('contact_messages').where('email', '=', email).execute();
    await tx.deleteFrom('leads').where('email', '=', email).execute();
    // Including copies of contact messages, which carry the address as `reply_to`.
    await tx
      .deleteFrom('mails')
      .where((row) => row.or([row('recipient', '=', email), row('reply_to', '=', email)]))
      .execute();
    await tx.deleteFrom('challenges').where('email', '=', email).execute();
    await tx.deleteFrom('codes').where('email', '=', email).execute();
  }
  await releaseMails(tx, id, user.email);
  // Codes to sign in to an address that it hasn't verified stay until they expire: whether there are any decides how requests
  // for further ones are answered, which must not tell whether another account has verified the address.
  await tx.deleteFrom('codes').where('audience', '=', id).execute();
  // Rows in all other tables are deleted by cascade.
  await tx.deleteFrom('users').where('id', '=', id).execute();
  return true;
}

/**
 * Keeps the account's e-mails to an address that another account has verified, or that another browser waits to verify: they
 * contain the code that browsers share, and a stranger who signs up with the address must not take it away from the owner.
 */
async function releaseMails(tx: Tx, id: string, email: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ user_id: null, account: email })
    .where('user_id', '=', id)
    .where('recipient', '=', email)
    .where(({ or, exists }) =>
      or([exists(selectOwner(tx, email).where('id', '!=', id)), exists(selectOthersWaiting(tx, id, email))]),
    )
    .execute();
}

const selectOwner = (tx: Tx, email: string) =>
  tx.selectFrom('users').select('id').where('proved_email', '=', email);

const selectOthersWaiting = (tx: Tx, id: string, email: string) =>
  tx
    .selectFrom('challenges')
    .select('secret_hash')
    .where('email', '=', email)
    .where('purpose', '=', 'sign_in')
    .where((row) => row.or([row('user_id', 'is', null), row('user_id', '!=', id)]));
