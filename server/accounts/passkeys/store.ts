import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { PasskeyTable } from '#server/platform/database/tables/account-tables.ts';
import type { Mail, Outbox } from '#server/platform/jobs/outbox.ts';
import { mostPasskeys } from '../policy.ts';

export type ListedPasskey = Pick<
  PasskeyTable,
  'id' | 'credential_id' | 'transports' | 'name' | 'created_at' | 'last_used_at'
>;

/** A passkey with whose it is. */
export type KnownPasskey = Pick<
  PasskeyTable,
  'id' | 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports'
> & { readonly email: string };

export type NewPasskey = Pick<
  PasskeyTable,
  'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
>;

export interface PasskeyStore {
  /** The newest first. */
  list(userId: string): Promise<ListedPasskey[]>;
  find(credentialId: string): Promise<KnownPasskey | undefined>;
  /**
   * Adds one, and queues the notice of it. `full`: the account has as many as it may, however many were added at once;
   * `taken`: there is one with that credential already, or no such account.
   */
  add(passkey: NewPasskey, notice: Mail): Promise<ListedPasskey | 'full' | 'taken'>;
  /** Notes a use. False: the passkey is gone, or its count did not grow since: then there may be a copy of it. */
  use(id: string, counter: number): Promise<boolean>;
  /** False: that user has no such passkey. */
  remove(userId: string, id: string): Promise<boolean>;
}

const listed = ['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'] as const;

export function createPasskeyStore(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<Outbox, 'add'>;
}): PasskeyStore {
  const { db, clock, outbox } = deps;
  return {
    list: (userId) =>
      db
        .selectFrom('passkeys')
        .select(listed)
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

    add: (passkey, notice) =>
      db.transaction().execute(async (tx) => {
        if (!(await lockUser(tx, passkey.user_id))) return 'taken';
        const own = await tx
          .selectFrom('passkeys')
          .select('id')
          .where('user_id', '=', passkey.user_id)
          .execute();
        if (own.length >= mostPasskeys) return 'full';
        const added = await tx
          .insertInto('passkeys')
          .values({ ...passkey, id: randomUUID(), created_at: clock.now(), last_used_at: null })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returning(listed)
          .executeTakeFirst();
        if (!added) return 'taken';
        await outbox.add(tx, notice);
        return added;
      }),

    async use(id, counter) {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter, last_used_at: clock.now() })
        .where('id', '=', id)
        // Authenticators that do not count say 0 each time.
        .where((is) =>
          is.or([is('counter', '<', counter), is.and([is('counter', '=', 0), is.val(counter === 0)])]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
