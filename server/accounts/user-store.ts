import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { UserTable } from '#server/platform/database/tables/account-tables.ts';
import { type AccountTier, grantTier } from '#server/platform/database/user-tier.ts';

export type UserRow = Pick<UserTable, (typeof columns)[number]>;

export interface UserStore {
  get(id: string): Promise<UserRow | undefined>;
  /** The account that has proved the address, and whether it was opened in this browser before. */
  findProved(email: string, browserHash: string): Promise<{ id: string; isOpenedHere: boolean } | undefined>;
  listAll(): Promise<UserRow[]>;
  rename(id: string, names: { firstName: string; lastName: string }): Promise<void>;
  /** Gives an account a tier; a subscription may pay for a higher one. Undefined: no account has proved the address. */
  grantTier(email: string, tier: Tier): Promise<AccountTier | undefined>;
  /** Ends an account with all that is kept of it. False: there is none. */
  remove(id: string): Promise<boolean>;
  /** Ends the accounts that nobody proved and nobody used since then. Gives how many. */
  removeUnproven(lastUsedBefore: number): Promise<number>;
  /** Forgets in which browsers accounts were opened before then. */
  forgetBrowsers(namedBefore: number): Promise<void>;
}

const columns = [
  'id',
  'email',
  'proved_email',
  'first_name',
  'last_name',
  'tier',
  'verified_at',
  'created_at',
  'last_used_at',
] as const;

export function createUserStore(db: Database): UserStore {
  return {
    get: (id) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst(),

    async findProved(email, browserHash) {
      const row = await db
        .selectFrom('users')
        .leftJoin('browsers', (join) =>
          join.onRef('browsers.user_id', '=', 'users.id').on('browsers.name_hash', '=', browserHash),
        )
        .select(['users.id', 'browsers.user_id'])
        .where('users.proved_email', '=', email)
        .executeTakeFirst();
      return row && { id: row.id, isOpenedHere: row.user_id !== null };
    },

    listAll: () => db.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').execute(),

    async rename(id, { firstName, lastName }) {
      await db
        .updateTable('users')
        .set({ first_name: firstName, last_name: lastName })
        .where('id', '=', id)
        .execute();
    },

    grantTier: (email, tier) =>
      db.transaction().execute(async (tx) => {
        const found = tx.selectFrom('users').select('id').where('proved_email', '=', email);
        const user = await found.executeTakeFirst();
        return user && grantTier(tx, user.id, tier);
      }),

    remove: (id) => removeUser(db, id),

    async removeUnproven(lastUsedBefore) {
      const { numDeletedRows } = await db
        .deleteFrom('users')
        .where('proved_email', 'is', null)
        .where('last_used_at', '<', lastUsedBefore)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async forgetBrowsers(namedBefore) {
      await db.deleteFrom('browsers').where('named_at', '<', namedBefore).execute();
    },
  };
}

function removeUser(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, id))) return false;
    const { proved_email: email } = await tx
      .selectFrom('users')
      .select('proved_email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (email !== null) {
      await tx.deleteFrom('contact_messages').where('email', '=', email).execute();
      await tx.deleteFrom('leads').where('email', '=', email).execute();
      // Also what was written to the support with it.
      await tx
        .deleteFrom('mails')
        .where((row) => row.or([row('recipient', '=', email), row('reply_to', '=', email)]))
        .execute();
      await tx.deleteFrom('challenges').where('email', '=', email).execute();
    }
    // All other tables let go of what belongs to it by themselves.
    await tx.deleteFrom('users').where('id', '=', id).execute();
    return true;
  });
}
