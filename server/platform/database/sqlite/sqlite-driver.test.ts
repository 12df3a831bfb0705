import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
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

it('does not copy large transactions into the file while it commits them', async () => {
  const path = getDatabasePath(database.options.dataDir);
  const piece = 'x'.repeat(1024 * 1024);
  const commitAndMeasure = async () => {
    await add(randomUUID());
    return statSync(`${path}-wal`).size;
  };
  for (const round of [1, 2]) {
    const before = statSync(path).size;
    await transact(db, async (tx) => {
      for (let number = 0; number < 24; number += 1) await add(`${round} ${number} ${piece}`, tx);
    });
    expect(statSync(path).size - before).toBeLessThan(8 * 1024 * 1024);
    await expect
      .poll(() => statSync(path).size - before, { timeout: 30_000 })
      .toBeGreaterThan(20 * 1024 * 1024);

    // Once it is copied, commits begin the log anew, and cut it, however soon they follow each other.
    await expect.poll(commitAndMeasure, { timeout: 30_000, interval: 1 }).toBeLessThan(10 * 1024 * 1024);
  }
  expect((await listNames()).filter((name) => name.endsWith(piece))).toHaveLength(48);
}, 150_000);
