import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ApiKeyTable, UserTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type ListedApiKey = Pick<ApiKeyTable, 'id' | 'name' | 'created_at' | 'last_used_at'>;

/** A key with its owner. */
export type KnownApiKey = Pick<ApiKeyTable, 'id' | 'user_id' | 'last_used_at'> &
  Pick<UserTable, 'email' | 'tier' | 'proved_email'>;

export type NewApiKey = Pick<ApiKeyTable, 'user_id' | 'key_hash' | 'name'>;

export interface ApiKeyStore {
  /** Newest first. */
  list(userId: string): Promise<ListedApiKey[]>;
  find(keyHashes: readonly string[]): Promise<KnownApiKey | undefined>;
  /** Records a use. */
  touch(id: string): Promise<void>;
  /** False: the user has no such key. */
  remove(userId: string, id: string): Promise<boolean>;

  count(tx: Tx, userId: string): Promise<number>;
  add(tx: Tx, key: NewApiKey): Promise<ListedApiKey>;
}

const listed = ['id', 'name', 'created_at', 'last_used_at'] as const;

export function createApiKeyStore(db: Database, clock: Clock): ApiKeyStore {
  return {
    list: (userId) =>
      db
        .selectFrom('api_keys')
        .select(listed)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    find: (keyHashes) =>
      db
        .selectFrom('api_keys')
        .innerJoin('users', 'users.id', 'api_keys.user_id')
        .select([
          'api_keys.id',
          'api_keys.user_id',
          'api_keys.last_used_at',
          'users.email',
          'users.tier',
          'users.proved_email',
        ])
        .where('api_keys.key_hash', 'in', keyHashes)
        .executeTakeFirst(),

    async touch(id) {
      await db.updateTable('api_keys').set({ last_used_at: clock.now() }).where('id', '=', id).execute();
    },

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async count(tx, userId) {
      const { count } = await tx
        .selectFrom('api_keys')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    add: (tx, key) =>
      tx
        .insertInto('api_keys')
        .values({ ...key, id: randomUUID(), created_at: clock.now(), last_used_at: null })
        .returning(listed)
        .executeTakeFirstOrThrow(),
  };
}
