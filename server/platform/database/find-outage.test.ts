import { connect } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';
import { migrateDatabase } from './migrate-database.ts';
import { transact } from './transact.ts';

/** An error as PostgreSQL sends it. */
function answerOf(code: string): Error {
  const error = new pg.DatabaseError('a text with values', 1, 'error');
  error.code = code;
  return error;
}

describe('an error of a driver', () => {
  it.each(['08006', '53100', '53300', '57P01', '57P03', '58030', '25006', '25P03', '40P01', '57014'])(
    '%s is an outage',
    (code) => {
      expect(findOutage(answerOf(code))).toBe(code);
    },
  );

  it.each(['23505', '40001', '42P01', '22P02'])('%s is not an outage', (code) => {
    expect(findOutage(answerOf(code))).toBeUndefined();
  });

  it('is an outage if the network has failed', async () => {
    const refused = await new Promise<Error>((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    expect(findOutage(refused)).toBe('ECONNREFUSED');
    const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
    expect(findOutage(await pool.query('select 1').catch((error: unknown) => error))).toBe('ECONNREFUSED');
    await pool.end();
    expect(findOutage(await pool.query('select 1').catch((error: unknown) => error))).toBe('connection lost');
  });

  it('is not an outage if the program is wrong', () => {
    expect(findOutage(new TypeError('x is not a function'))).toBeUndefined();
    expect(findOutage(new Error('this route has no gate'))).toBeUndefined();
    expect(findOutage('a text')).toBeUndefined();
    expect(findOutage(null)).toBeUndefined();
  });
});

describe('an SQLite database that cannot be written', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createSqliteDatabase();
  });
  afterEach(() => database.remove());

  const lease = { holder: 'x'.repeat(100_000), expires_at: 1 };

  it.each([
    { pragma: 'max_page_count = 1', undo: 'max_page_count = 1000000', code: 'SQLITE_FULL' },
    { pragma: 'query_only = on', undo: 'query_only = off', code: 'SQLITE_READONLY' },
  ])('is unavailable ($code), keeps its data, and can be written again', async (fault) => {
    const db = await database.open();
    await migrateDatabase(db);
    const write = (name: string) =>
      transact(db, async (tx) => {
        await tx
          .insertInto('leases')
          .values({ name: `${name}, first`, ...lease })
          .execute();
        await tx
          .insertInto('leases')
          .values({ name, ...lease })
          .execute();
      });
    await write('before');
    await sql.raw(`pragma ${fault.pragma}`).execute(db);
    const refused = await write('during').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailableError);
    expect((refused as DatabaseUnavailableError).code).toBe(fault.code);
    await sql.raw(`pragma ${fault.undo}`).execute(db);
    await write('after');
    const rows = await db.selectFrom('leases').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['after', 'after, first', 'before', 'before, first']);
  });

  it('is unavailable while another process keeps it locked, and reports the error that came first', async () => {
    const db = await database.open();
    await migrateDatabase(db);
    const other = await database.open();
    await sql`pragma busy_timeout = 1`.execute(db);
    await sql`begin exclusive`.execute(other);
    await expect(transact(db, async () => undefined)).rejects.toThrow('unavailable (SQLITE_BUSY)');
    await sql`rollback`.execute(other);
    await expect(transact(db, async () => 'written')).resolves.toBe('written');
  });
});
