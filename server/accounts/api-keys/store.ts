import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { ApiKeyTable, UserTable } from '#server/platform/database/tables/account-tables.ts';
import type { Mail, Outbox } from '#server/platform/jobs/outbox.ts';
import { mostApiKeys } from '../policy.ts';

export type ListedApiKey = Pick<ApiKeyTable, 'id' | 'name' | 'created_at' | 'last_used_at'>;

/** A key with whose it is. */
export type KnownApiKey = Pick<ApiKeyTable, 'id' | 'user_id' | 'last_used_at'> &
  Pick<UserTable, 'email' | 'tier' | 'proved_email'>;

export type NewApiKey = Pick<ApiKeyTable, 'user_id' | 'key_hash' | 'name'>;

export interface ApiKeyStore {
  /** The newest first. */
  list(userId: string): Promise<ListedApiKey[]>;
  find(keyHash: string): Promise<KnownApiKey | undefined>;
  /**
   * Adds one, and queues the notice of it. Undefined: the account has as many as it may, however many were added at
   * once, or is gone.
   */
  add(key: NewApiKey, notice: Mail): Promise<ListedApiKey | undefined>;
  /** Notes a use. */
  touch(id: string): Promise<void>;
  /** False: that user has no such key. */
  remove(userId: string, id: string): Promise<boolean>;
}

const listed = ['id', 'name', 'created_at', 'last_used_at'] as const;

export function createApiKeyStore(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<Outbox, 'add'>;
}): ApiKeyStore {
  const { db, clock, outbox } = deps;
  const listOf = (executor: Pick<Database, 'selectFrom'>, userId: string) =>
    executor
      .selectFrom('api_keys')
      .select(listed)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  return {
    list: (userId) => listOf(db, userId),

    find: (keyHash) =>
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
        .where('api_keys.key_hash', '=', keyHash)
        .executeTakeFirst(),

    add: (key, notice) =>
      db.transaction().execute(async (tx) => {
        if (!(await lockUser(tx, key.user_id))) return undefined;
        if ((await listOf(tx, key.user_id)).length >= mostApiKeys) return undefined;
        await outbox.add(tx, notice);
        return tx
          .insertInto('api_keys')
          .values({ ...key, id: randomUUID(), created_at: clock.now(), last_used_at: null })
          .returning(listed)
          .executeTakeFirstOrThrow();
      }),

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
  };
}
