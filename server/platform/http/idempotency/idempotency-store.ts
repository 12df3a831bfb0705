import type { Instant } from '#contract/units.ts';
import type { Database } from '../../database/database.ts';
import type { IdempotencyKeyTable } from '../../database/tables.ts';

export interface IdempotencyStore {
  /** False if the key already exists. */
  add(
    row: Pick<IdempotencyKeyTable, 'key_hash' | 'user_id' | 'request_hash' | 'created_at'>,
  ): Promise<boolean>;
  find(keyHash: string): Promise<IdempotencyKeyTable | undefined>;
  finish(keyHash: string, answer: { status: number; body: string }): Promise<void>;
  remove(keyHash: string): Promise<void>;
  removeOlder(before: Instant): Promise<void>;
  /** Keeps each account's newest. */
  removeExcess(maxPerUser: number): Promise<void>;
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
    async removeExcess(maxPerUser) {
      const numbered = db
        .selectFrom(table)
        .select(({ fn }) => [
          'key_hash',
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('user_id').orderBy('created_at', 'desc'))
            .as('place'),
        ])
        .as('numbered');
      const excess = db.selectFrom(numbered).select('key_hash').where('place', '>', maxPerUser);
      await db.deleteFrom(table).where('key_hash', 'in', excess).execute();
    },
  };
}
