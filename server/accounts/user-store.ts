import { type Selectable, sql } from 'kysely';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { UserTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { createUserBrowserStore, type UserBrowserStore } from './user-browser-store.ts';
import { createUserRemovalStore, type UserRemovalStore } from './user-removal-store.ts';

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
export interface UserStore extends UserBrowserStore, UserRemovalStore {
  get(id: string): Promise<UserRow | undefined>;
  /** The account that verified the address, and whether this browser has opened it before. */
  findVerified(
    email: string,
    browserHashes: readonly string[],
  ): Promise<{ id: string; isOpenedHere: boolean } | undefined>;
  list(): Promise<UserRow[]>;
  updateProfile(id: string, change: ProfileChange): Promise<void>;

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
  isLocked(tx: Tx, id: string): Promise<boolean>;
  /** Null unlocks it. */
  updateLock(tx: Tx, id: string, lockedAt: Instant | null): Promise<void>;
  /** Moves the names of an unverified account to one that has none. Returns false if the first is verified or gone. */
  moveNames(tx: Tx, fromId: string, toId: string): Promise<boolean>;
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
    ...createUserBrowserStore(db),
    ...createUserRemovalStore(db),
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

    async isLocked(tx, id) {
      const user = await tx.selectFrom('users').select('locked_at').where('id', '=', id).executeTakeFirst();
      return user !== undefined && user.locked_at !== null;
    },

    async updateLock(tx, id, lockedAt) {
      await tx.updateTable('users').set({ locked_at: lockedAt }).where('id', '=', id).execute();
    },

    moveNames,
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
