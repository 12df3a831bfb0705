import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { removeOwnedRow, removeOwnedRows } from '#server/platform/database/removal/remove-owned-row.ts';
import type { ApiKeyTable, UserTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

const listedColumns = [
  'id',
  'name',
  'last_four',
  'is_read_only',
  'expires_at',
  'created_at',
  'last_used_at',
] as const;

export type ListedApiKey = Pick<Selectable<ApiKeyTable>, (typeof listedColumns)[number]>;

/** A key with its owner. */
export type KnownApiKey = Pick<
  Selectable<ApiKeyTable>,
  'id' | 'user_id' | 'key_hash' | 'last_used_at' | 'is_read_only' | 'expires_at'
> &
  Pick<Selectable<UserTable>, 'email' | 'tier' | 'proved_email' | 'locked_at'>;

export type NewApiKey = Pick<
  Selectable<ApiKeyTable>,
  'user_id' | 'key_hash' | 'name' | 'last_four' | 'is_read_only' | 'expires_at'
>;

/** The API keys of accounts, without the keys themselves. */
export interface ApiKeyStore {
  /** Newest first. */
  list(userId: string): Promise<ListedApiKey[]>;
  /** `keyHashes`: all hashes of one key. */
  find(keyHashes: readonly string[]): Promise<KnownApiKey | undefined>;
  /** Records a use, and rewrites the key's hash, which changes with the installation's secret. */
  touch(id: string, keyHash: string): Promise<void>;

  /** Returns false if the user has no such key. */
  remove(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** Returns how many were removed. */
  removeAll(tx: Tx, userId: string): Promise<number>;
  count(tx: Tx, userId: string): Promise<number>;
  add(tx: Tx, key: NewApiKey): Promise<ListedApiKey>;
}

export function createApiKeyStore(db: Database, clock: Clock): ApiKeyStore {
  return {
    list: (userId) =>
      db
        .selectFrom('api_keys')
        .select(listedColumns)
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
          'api_keys.key_hash',
          'api_keys.last_used_at',
          'api_keys.is_read_only',
          'api_keys.expires_at',
          'users.email',
          'users.tier',
          'users.proved_email',
          'users.locked_at',
        ])
        .where('api_keys.key_hash', 'in', keyHashes)
        .executeTakeFirst(),

    async touch(id, keyHash) {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: clock.now(), key_hash: keyHash })
        .where('id', '=', id)
        .execute();
    },

    remove: (tx, userId, id) => removeOwnedRow(tx, 'api_keys', userId, id),
    removeAll: (tx, userId) => removeOwnedRows(tx, 'api_keys', userId),

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
        .returning(listedColumns)
        .executeTakeFirstOrThrow(),
  };
}
