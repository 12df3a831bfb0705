import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../../../../tests/support/databases.ts';
import { getDatabasePath } from '../data-dir.ts';
import type { Database } from '../database.ts';
import { migrateDatabase } from '../migrate-database.ts';
import { transact } from '../transact.ts';

let database: TestDatabase;
let db: Database;
let other: DatabaseSync;

beforeEach(async () => {
  database = await createSqliteDatabase();
  db = await database.open();
  await migrateDatabase(db);
  other = new DatabaseSync(getDatabasePath(database.options.dataDir));
});
afterEach(async () => {
  other.close();
  await database.remove();
});

const add = (name: string, to: Database = db) =>
  to.insertInto('leases').values({ name, holder: 'me', expires_at: 0 }).execute();
const listNames = async () => {
  const rows = await db.selectFrom('leases').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

it('goes on with other work while another process writes, and writes after it', async () => {
  other.exec('begin immediate');
  const writes = Promise.all([add('alone'), transact(db, (tx) => add('in a transaction', tx))]);
  // A statement that blocks the thread would keep this from running, and fail.
  setTimeout(() => other.exec('commit'), 1);
  expect(await listNames()).toEqual([]);
  await writes;
  expect(await listNames()).toEqual(['alone', 'in a transaction']);
});

it('writes nothing more in a transaction that SQLite rolled back because the disk was full', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(db);
  const work = transact(db, async (tx) => {
    await add('before', tx);
    await add('x'.repeat(100_000), tx).catch(() => undefined);
    await add('after', tx);
  });
  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailableError', code: 'SQLITE_FULL' });
  expect(await listNames()).toEqual([]);
  await transact(db, (tx) => add('later', tx));
  expect(await listNames()).toEqual(['later']);
});
