import type { Selectable } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EmailUndoTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type EmailUndo = Selectable<EmailUndoTable>;

/** The links that undo changes of an account's address. */
export interface EmailUndoStore {
  add(tx: Tx, undo: EmailUndo): Promise<void>;
  /** Returns undefined if there is none or it has expired. */
  find(tx: Tx, tokenHashes: readonly string[]): Promise<EmailUndo | undefined>;
  /** Removes the link and those of later changes; links of earlier changes still work. */
  removeFrom(tx: Tx, undo: EmailUndo): Promise<void>;
  /** Removes the links of later changes and extends this one to at least `until`. */
  removeLaterAndExtend(tx: Tx, undo: EmailUndo, until: Instant): Promise<void>;
  removeAllOfUser(tx: Tx, userId: string): Promise<void>;
  /** The first change away from this address that can still be undone. */
  findFirstFrom(tx: Tx, userId: string, oldEmail: string): Promise<EmailUndo | undefined>;
}

export function createEmailUndoStore(clock: Clock): EmailUndoStore {
  return {
    async add(tx, undo) {
      // Also deletes expired links, which are few.
      await tx.deleteFrom('email_undos').where('expires_at', '<=', clock.now()).execute();
      await tx.insertInto('email_undos').values(undo).execute();
    },

    find: (tx, tokenHashes) =>
      tx
        .selectFrom('email_undos')
        .selectAll()
        .where('token_hash', 'in', tokenHashes)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst(),

    findFirstFrom: (tx, userId, oldEmail) =>
      tx
        .selectFrom('email_undos')
        .selectAll()
        .where('user_id', '=', userId)
        .where('old_email', '=', oldEmail)
        .where('expires_at', '>', clock.now())
        .orderBy('created_at')
        .executeTakeFirst(),

    async removeFrom(tx, { user_id, token_hash, created_at }) {
      await tx
        .deleteFrom('email_undos')
        .where('user_id', '=', user_id)
        .where((eb) => eb.or([eb('token_hash', '=', token_hash), eb('created_at', '>', created_at)]))
        .execute();
    },

    async removeLaterAndExtend(tx, { user_id, token_hash, created_at, expires_at }, until) {
      await tx
        .deleteFrom('email_undos')
        .where('user_id', '=', user_id)
        .where('created_at', '>', created_at)
        .execute();
      await tx
        .updateTable('email_undos')
        .set({ expires_at: Math.max(expires_at, until) })
        .where('token_hash', '=', token_hash)
        .execute();
    },

    async removeAllOfUser(tx, userId) {
      await tx.deleteFrom('email_undos').where('user_id', '=', userId).execute();
    },
  };
}
