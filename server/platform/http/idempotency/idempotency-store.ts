import type { Instant } from '#contract/units.ts';
import type { Database } from '../../database/database.ts';
import type { IdempotencyKeyTable } from '../../database/tables.ts';

export interface IdempotencyStore {
  /** False: there is such a key already. */
  add(
    row: Pick<IdempotencyKeyTable, 'key_hash' | 'user_id' | 'request_hash' | 'created_at'>,
  ): Promise<boolean>;
  find(keyHash: string): Promise<IdempotencyKeyTable | undefined>;
  finish(keyHash: string, answer: { status: number; body: string }): Promise<void>;
  remove(keyHash: string): Promise<void>;
  removeOlder(before: Instant): Promise<void>;
}

export function createIdempotencyStore(db: Database): IdempotencyStore {
  const table = 'idempotency_keys';
  return {
    async add(row) {
      const added = await db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.column('key_hash').doNothing())
        .returning('key_hash')
        .executeTakeFirst();
      return added !== undefined;
    },
    find: (keyHash) => db.selectFrom(table).selectAll().where('key_hash', '=', keyHash).executeTakeFirst(),
    async finish(keyHash, answer) {
      await db.updateTable(table).set(answer).where('key_hash', '=', keyHash).execute();
    },
    async remove(keyHash) {
      await db.deleteFrom(table).where('key_hash', '=', keyHash).execute();
    },
    async removeOlder(before) {
      await db.deleteFrom(table).where('created_at', '<=', before).execute();
    },
  };
}
