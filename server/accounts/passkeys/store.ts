import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { removeOwnedRow, removeOwnedRows } from '#server/platform/database/removal/remove-owned-row.ts';
import type { PasskeyTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type ListedPasskey = Pick<
  PasskeyTable,
  'id' | 'credential_id' | 'transports' | 'name' | 'created_at' | 'last_used_at'
>;

/** A passkey with its owner. */
export type KnownPasskey = Pick<
  PasskeyTable,
  'id' | 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports'
> & { readonly email: string };

export type NewPasskey = Pick<
  PasskeyTable,
  'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
>;

/** The passkeys of accounts: their public halves. */
export interface PasskeyStore {
  /** Newest first. */
  list(userId: string): Promise<ListedPasskey[]>;
  find(credentialId: string): Promise<KnownPasskey | undefined>;

  /**
   * Records a use. Returns false if the passkey is gone, or if its counter did not grow, which suggests a cloned
   * passkey.
   */
  use(tx: Tx, id: string, counter: number): Promise<boolean>;
  /** Returns false if the user has no such passkey. */
  remove(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** Returns how many were removed. */
  removeAll(tx: Tx, userId: string): Promise<number>;
  count(tx: Tx, userId: string): Promise<number>;
  /** Returns undefined if the credential already exists. */
  add(tx: Tx, passkey: NewPasskey): Promise<ListedPasskey | undefined>;
}

const listedColumns = ['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'] as const;

export function createPasskeyStore(db: Database, clock: Clock): PasskeyStore {
  return {
    list: (userId) =>
      db
        .selectFrom('passkeys')
        .select(listedColumns)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    find: (credentialId) =>
      db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'passkeys.user_id')
        .select([
          'passkeys.id',
          'passkeys.user_id',
          'passkeys.credential_id',
          'passkeys.public_key',
          'passkeys.counter',
          'passkeys.transports',
          'users.email',
        ])
        .where('passkeys.credential_id', '=', credentialId)
        .executeTakeFirst(),

    async use(tx, id, counter) {
      const { numUpdatedRows } = await tx
        .updateTable('passkeys')
        .set({ counter, last_used_at: clock.now() })
        .where('id', '=', id)
        // Authenticators without a counter always report 0.
        .where((eb) =>
          eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: (tx, userId, id) => removeOwnedRow(tx, 'passkeys', userId, id),
    removeAll: (tx, userId) => removeOwnedRows(tx, 'passkeys', userId),

    async count(tx, userId) {
      const { count } = await tx
        .selectFrom('passkeys')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    add: (tx, passkey) =>
      tx
        .insertInto('passkeys')
        .values({ ...passkey, id: randomUUID(), created_at: clock.now(), last_used_at: null })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning(listedColumns)
        .executeTakeFirst(),
  };
}
