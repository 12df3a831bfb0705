import { type Selectable, sql } from 'kysely';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { removeLargeTablesOfUser } from '#server/platform/database/removal/remove-large-tables-of-user.ts';
import type { UserTable } from '#server/platform/database/tables/account-tables.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

export type UserRow = Pick<Selectable<UserTable>, (typeof columns)[number]>;

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly tier: Tier;
  readonly isVerified: boolean;
  readonly displayCurrency: string;
}

/** Omitted fields stay unchanged. */
export type ProfileChange = {
  readonly [Field in 'firstName' | 'lastName' | 'displayCurrency']?: string | undefined;
};

/** Accounts, and the browsers they were created or opened in. */
export interface UserStore {
  get(id: string): Promise<UserRow | undefined>;
  /** The account that verified the address, and whether this browser has opened it before. */
  findVerified(
    email: string,
    browserHashes: readonly string[],
  ): Promise<{ id: string; isOpenedHere: boolean } | undefined>;
  list(): Promise<UserRow[]>;
  updateProfile(id: string, change: ProfileChange): Promise<void>;
  /** Removes unverified accounts that have not been used since then. Returns how many. */
  removeUnverified(lastUsedBefore: Instant): Promise<number>;
  /** Forgets browsers in which no account has been opened since then. */
  removeBrowsers(lastUsedBefore: Instant): Promise<void>;

  add(tx: Tx, user: NewUser, now: Instant): Promise<void>;
  /**
   * Assigns the address to the account and ends its sessions. Returns false if the account is gone or already verified.
   */
  verify(tx: Tx, id: string, email: string, now: Instant): Promise<boolean>;
  /** Undefined if the account is gone. */
  getEmail(tx: Tx, id: string): Promise<string | undefined>;
  /** Assigns a verified address to the account. Throws a unique violation if another account has it. */
  updateEmail(tx: Tx, id: string, email: string): Promise<void>;
  findVerifiedId(tx: Tx, email: string): Promise<string | undefined>;
  /**
   * Like `findVerifiedId`, but locks the account like `lockOwner`, so that it keeps the address until the transaction
   * ends.
   */
  lockVerifiedId(tx: Tx, email: string): Promise<string | undefined>;
  /** Whether this browser has created or opened the account. */
  isKnownBrowser(tx: Tx, userId: string, browserHashes: readonly string[]): Promise<boolean>;
  isLocked(tx: Tx, id: string): Promise<boolean>;
  /** Null unlocks it. */
  updateLock(tx: Tx, id: string, lockedAt: Instant | null): Promise<void>;
  /** Unverified accounts with this address that were created in this browser, most recently used first. */
  listUnverifiedIds(tx: Tx, browserHashes: readonly string[], email: string): Promise<string[]>;
  /** Moves the names of an unverified account to one that has none. Returns false if the first is verified or gone. */
  moveNames(tx: Tx, fromId: string, toId: string): Promise<boolean>;
  /** Records that the account was created or opened in this browser. */
  addBrowser(tx: Tx, browserHash: string, userId: string, now: Instant): Promise<void>;
  /** Makes all browsers new to the account. */
  forgetBrowsers(tx: Tx, userId: string): Promise<void>;
  /** Removes the account and everything stored about it or its verified address. Returns false if there is none. */
  remove(tx: Tx, id: string): Promise<boolean>;
}

const columns = [
  'id',
  'email',
  'proved_email',
  'first_name',
  'last_name',
  'tier',
  'display_currency',
  'verified_at',
  'locked_at',
  'created_at',
  'last_used_at',
] as const;

export function createUserStore(db: Database): UserStore {
  return {
    get: (id) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst(),

    async findVerified(email, browserHashes) {
      // Always returns a row: one more or less would tell by the time of the response whether an address is known.
      const row = await db
        .selectFrom(sql`(select 1 as one)`.as('always'))
        .leftJoin('users', (join) => join.on('users.proved_email', '=', email))
        .leftJoin('browsers', (join) =>
          join.onRef('browsers.user_id', '=', 'users.id').on('browsers.name_hash', 'in', browserHashes),
        )
        .select(['users.id', 'browsers.user_id'])
        .executeTakeFirst();
      return row?.id == null ? undefined : { id: row.id, isOpenedHere: row.user_id !== null };
    },

    list: () => db.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').execute(),

    async updateProfile(id, { firstName, lastName, displayCurrency }) {
      await db
        .updateTable('users')
        .set({
          ...(firstName !== undefined && { first_name: firstName }),
          ...(lastName !== undefined && { last_name: lastName }),
          ...(displayCurrency !== undefined && { display_currency: displayCurrency }),
        })
        .where('id', '=', id)
        .execute();
    },

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

    async removeBrowsers(lastUsedBefore) {
      await db.deleteFrom('browsers').where('named_at', '<', lastUsedBefore).execute();
    },

    add,
    verify,

    async getEmail(tx, id) {
      const row = tx.selectFrom('users').select('email').where('id', '=', id);
      return (await row.executeTakeFirst())?.email;
    },

    async updateEmail(tx, id, email) {
      await tx.updateTable('users').set({ email, proved_email: email }).where('id', '=', id).execute();
    },

    async findVerifiedId(tx, email) {
      const found = tx.selectFrom('users').select('id').where('proved_email', '=', email);
      return (await found.executeTakeFirst())?.id;
    },

    async lockVerifiedId(tx, email) {
      // A single statement, because PostgreSQL rechecks the address after waiting for the lock.
      const locked = await tx
        .updateTable('users')
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('proved_email', '=', email)
        .returning('id')
        .executeTakeFirst();
      return locked?.id;
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

    async isLocked(tx, id) {
      const user = await tx.selectFrom('users').select('locked_at').where('id', '=', id).executeTakeFirst();
      return user !== undefined && user.locked_at !== null;
    },

    async updateLock(tx, id, lockedAt) {
      await tx.updateTable('users').set({ locked_at: lockedAt }).where('id', '=', id).execute();
    },

    listUnverifiedIds,
    moveNames,

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

    remove,
  };
}

async function add(tx: Tx, user: NewUser, now: Instant): Promise<void> {
  const { id, email, firstName, lastName, tier, isVerified, displayCurrency } = user;
  await tx
    .insertInto('users')
    .values({
      id,
      email,
      proved_email: isVerified ? email : null,
      first_name: firstName,
      last_name: lastName,
      tier,
      display_currency: displayCurrency,
      granted_tier: tier,
      verified_at: isVerified ? now : null,
      created_at: now,
      last_used_at: now,
    })
    .execute();
}

async function verify(tx: Tx, id: string, email: string, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email, proved_email: email, verified_at: now, last_used_at: now })
    .where('id', '=', id)
    .where('proved_email', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  // Earlier sessions may belong to someone who knew only the address.
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  return true;
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

async function moveNames(tx: Tx, fromId: string, toId: string): Promise<boolean> {
  const names = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', fromId)
    .where('proved_email', 'is', null)
    .executeTakeFirst();
  if (!names) return false;
  await tx.updateTable('users').set(names).where('id', '=', toId).where('first_name', '=', '').execute();
  return true;
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
  await tx.deleteFrom('codes').where('audience', '=', id).execute();
  // Rows in all other tables are deleted by cascade.
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await removeUnawaitedCodes(tx, user.email);
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

/** Removes an address's codes that no browser is waiting for, unless an account has verified the address. */
async function removeUnawaitedCodes(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('codes')
    .where('email', '=', email)
    .where(({ not, exists }) => not(exists(selectOwner(tx, email))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('challenges')
            .select('secret_hash')
            .whereRef('challenges.email', '=', 'codes.email')
            .whereRef('challenges.purpose', '=', 'codes.purpose')
            .whereRef('challenges.audience', '=', 'codes.audience'),
        ),
      ),
    )
    .execute();
}
