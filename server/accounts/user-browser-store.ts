import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** The browsers that accounts were created or opened in. */
export interface UserBrowserStore {
  /** Forgets browsers in which no account has been opened since then. */
  removeBrowsers(lastUsedBefore: Instant): Promise<void>;

  /** Whether this browser has created or opened the account. */
  isKnownBrowser(tx: Tx, userId: string, browserHashes: readonly string[]): Promise<boolean>;
  /** Unverified accounts with this address that were created in this browser, most recently used first. */
  listUnverifiedIds(tx: Tx, browserHashes: readonly string[], email: string): Promise<string[]>;
  /** Records that the account was created or opened in this browser. */
  addBrowser(tx: Tx, browserHash: string, userId: string, now: Instant): Promise<void>;
  /** Makes all browsers new to the account. */
  forgetBrowsers(tx: Tx, userId: string): Promise<void>;
}

export function createUserBrowserStore(db: Database): UserBrowserStore {
  return {
    async removeBrowsers(lastUsedBefore) {
      await db.deleteFrom('browsers').where('named_at', '<', lastUsedBefore).execute();
    },

    async isKnownBrowser(tx, userId, browserHashes) {
      const found = await tx
        .selectFrom('browsers')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('name_hash', 'in', browserHashes)
        .executeTakeFirst();
      return found !== undefined;
    },

    listUnverifiedIds,

    async addBrowser(tx, browserHash, userId, now) {
      await tx
        .insertInto('browsers')
        .values({ name_hash: browserHash, user_id: userId, named_at: now })
        .onConflict((conflict) => conflict.columns(['name_hash', 'user_id']).doUpdateSet({ named_at: now }))
        .execute();
    },

    async forgetBrowsers(tx, userId) {
      await tx.deleteFrom('browsers').where('user_id', '=', userId).execute();
    },
  };
}

async function listUnverifiedIds(tx: Tx, browserHashes: readonly string[], email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('browsers')
    .innerJoin('users', 'users.id', 'browsers.user_id')
    .select('users.id')
    .where('browsers.name_hash', 'in', browserHashes)
    .where('users.email', '=', email)
    .where('users.proved_email', 'is', null)
    .orderBy('users.last_used_at', 'desc')
    .orderBy('users.id')
    .execute();
  return rows.map(({ id }) => id);
}
