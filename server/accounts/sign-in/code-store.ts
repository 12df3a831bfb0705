import type { Selectable } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSkipLocked } from '#server/platform/database/skip-locked.ts';
import type { CodeTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type OpenCode = Selectable<CodeTable>;

/** Identifies a code: every browser that asked with the same three values shares it. */
export type CodeScope = Pick<OpenCode, 'purpose' | 'email' | 'audience'>;

/** Codes of several audiences. */
export type CodeScopes = Pick<OpenCode, 'purpose' | 'email'> & { readonly audiences: readonly string[] };

/** Codes that were issued and not used. */
export interface CodeStore {
  /** Newest first. `db`: the open transaction, if there is one. */
  listOpen(db: Database, scopes: CodeScopes): Promise<OpenCode[]>;
  removeExpired(): Promise<void>;

  add(tx: Tx, code: OpenCode): Promise<void>;
  /** Records that the code was mailed again and is valid until `expiresAt`. */
  updateMailedAt(tx: Tx, id: string, mailedAt: Instant, expiresAt: Instant): Promise<void>;
  /** Returns false if it has already been used. */
  remove(tx: Tx, id: string): Promise<boolean>;
}

export function createCodeStore(db: Database, clock: Clock): CodeStore {
  const skipLocked = createSkipLocked(db);
  return {
    listOpen: (tx, { purpose, email, audiences }) =>
      tx
        .selectFrom('codes')
        .selectAll()
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .where('audience', 'in', audiences)
        .where('expires_at', '>', clock.now())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async removeExpired() {
      await db
        .deleteFrom('codes')
        .where('id', 'in', (query) =>
          skipLocked(
            query
              .selectFrom('codes as expired')
              .select('expired.id')
              .where('expired.expires_at', '<=', clock.now()),
          ),
        )
        .execute();
    },

    async add(tx, code) {
      await tx.insertInto('codes').values(code).execute();
    },

    async updateMailedAt(tx, id, mailedAt, expiresAt) {
      await tx
        .updateTable('codes')
        .set({ mailed_at: mailedAt, expires_at: expiresAt })
        .where('id', '=', id)
        .execute();
    },

    async remove(tx, id) {
      const { numDeletedRows } = await tx.deleteFrom('codes').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
