import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Database } from '../../database/database.ts';
import type { IdempotencyKeyTable } from '../../database/tables.ts';

export interface IdempotencyStore {
  /** False if the key already exists. */
  add(
    row: Pick<IdempotencyKeyTable, 'key_hash' | 'user_id' | 'request_hash' | 'created_at'>,
  ): Promise<boolean>;
  /** A row with a status but no body: its answer is no longer kept. */
  find(keyHash: string): Promise<IdempotencyKeyTable | undefined>;
  /** A long answer is compressed. */
  finish(keyHash: string, answer: Answer): Promise<void>;
  remove(keyHash: string): Promise<void>;
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
