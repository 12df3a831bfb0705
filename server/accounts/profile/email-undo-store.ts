import type { Selectable } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EmailUndoTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type EmailUndo = Selectable<EmailUndoTable>;

/** The links that undo changes of an account's address. */
export interface EmailUndoStore {
  add(tx: Tx, undo: EmailUndo): Promise<void>;
  /** Undefined: there is none, or it has expired. */
  find(tx: Tx, tokenHashes: readonly string[]): Promise<EmailUndo | undefined>;
  /** Removes the link and those of later changes; a link of an earlier change still works. */
  removeFrom(tx: Tx, undo: EmailUndo): Promise<void>;
  /** Removes the links of later changes, and lets this one work until then at least. */
  keepAlone(tx: Tx, undo: EmailUndo, until: Instant): Promise<void>;
  removeOf(tx: Tx, userId: string): Promise<void>;
  /** The first change away from this address that can still be undone. */
  findFirstFrom(tx: Tx, userId: string, oldEmail: string): Promise<EmailUndo | undefined>;
}

export function createEmailUndoStore(clock: Clock): EmailUndoStore {
  return {
    async add(tx, undo) {
      // Expired ones go here: they are few.
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
        .where((is) => is.or([is('token_hash', '=', token_hash), is('created_at', '>', created_at)]))
        .execute();
    },

    async keepAlone(tx, { user_id, token_hash, created_at, expires_at }, until) {
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

    async removeOf(tx, userId) {
      await tx.deleteFrom('email_undos').where('user_id', '=', userId).execute();
    },
  };
}
