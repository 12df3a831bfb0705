import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Database } from '../../database/database.ts';
import type { IdempotencyKeyTable, Tables } from '../../database/tables.ts';

export interface IdempotencyStore {
  /** False if the key already exists. */
  add(
    row: Pick<IdempotencyKeyTable, 'key_hash' | 'user_id' | 'request_hash' | 'created_at'>,
  ): Promise<boolean>;
  /** A row with a status but no body: its answer is no longer kept. */
  find(keyHash: string): Promise<IdempotencyKeyTable | undefined>;
  /** A long answer is compressed. */
  finish(keyHash: string, answer: Answer): Promise<void>;
  /** With `createdAt`, only the row of that instant: a later request may have claimed the key since. */
  remove(keyHash: string, createdAt?: Instant): Promise<void>;
  removeOlder(before: Instant): Promise<void>;
  /** Keeps each account's newest. */
  removeExcess(maxPerUser: number): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Shorter answers are stored as they are. */
const minCompressed = 4096;
/** What a compressed answer begins with; no JSON does. */
const compressedMark = 'gzip:';
/** All answers of an account together: about two hundred of the longest. */
const defaultMaxBytes = 16 * 1024 * 1024;

export function createIdempotencyStore(db: Database, maxBytes = defaultMaxBytes): IdempotencyStore {
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
    async find(keyHash) {
      const row = await db.selectFrom(table).selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
      return row && { ...row, body: row.body === null ? null : await unpack(row.body) };
    },
    async finish(keyHash, { status, body }) {
      const isLong = body.length >= minCompressed;
      const row = await db
        .updateTable(table)
        .set({ status, body: isLong ? await pack(body) : body })
        .where('key_hash', '=', keyHash)
        .returning('user_id')
        .executeTakeFirst();
      if (isLong && row) await dropOldAnswers(db, row.user_id, maxBytes);
    },
    async remove(keyHash, createdAt) {
      await db
        .deleteFrom(table)
        .where('key_hash', '=', keyHash)
        .$if(createdAt !== undefined, (rows) => rows.where('created_at', '=', createdAt!))
        .execute();
    },
    removeOlder: (before) => removeInBatches(db, (keys) => keys.where('created_at', '<=', before)),
    async removeExcess(maxPerUser) {
      const crowded = await db
        .selectFrom(table)
        .select('user_id')
        .groupBy('user_id')
        .having(({ fn }) => fn.countAll(), '>', maxPerUser)
        .execute();
      for (const { user_id: userId } of crowded) {
        const oldest = await db
          .selectFrom(table)
          .select('created_at')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .offset(maxPerUser - 1)
          .limit(1)
          .executeTakeFirst();
        if (!oldest) continue;
        await removeInBatches(db, (keys) =>
          keys.where('user_id', '=', userId).where('created_at', '<', oldest.created_at),
        );
      }
    },
  };
}

type FoundKeys = SelectQueryBuilder<Tables, 'idempotency_keys', { key_hash: string }>;

/** Keys removed by one statement, which takes some milliseconds with their answers. */
const removedAtOnce = 200;

/** Yields to other calls in between: a busy hour leaves hundreds of megabytes. */
async function removeInBatches(db: Database, where: (keys: FoundKeys) => FoundKeys): Promise<void> {
  for (;;) {
    const found = await where(db.selectFrom('idempotency_keys').select('key_hash'))
      .limit(removedAtOnce)
      .execute();
    if (found.length === 0) return;
    const hashes = found.map(({ key_hash }) => key_hash);
    await db.deleteFrom('idempotency_keys').where('key_hash', 'in', hashes).execute();
    await yieldToEventLoop();
  }
}

const pack = async (body: string) => compressedMark + (await compress(body)).toString('base64');

async function unpack(stored: string): Promise<string> {
  if (!stored.startsWith(compressedMark)) return stored;
  return (await decompress(Buffer.from(stored.slice(compressedMark.length), 'base64'))).toString();
}

/** The keys stay, so that a repeat still adds nothing. */
async function dropOldAnswers(db: Database, userId: string, maxBytes: number): Promise<void> {
  const summed = db
    .selectFrom('idempotency_keys')
    .select('key_hash')
    .select(sql<number>`sum(octet_length(body)) over (order by created_at desc, key_hash)`.as('bytes'))
    .where('user_id', '=', userId)
    .where('body', 'is not', null)
    .as('summed');
  const excess = db.selectFrom(summed).select('key_hash').where('bytes', '>', maxBytes);
  await db.updateTable('idempotency_keys').set({ body: null }).where('key_hash', 'in', excess).execute();
}
