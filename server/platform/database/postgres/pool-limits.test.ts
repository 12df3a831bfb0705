import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { type Database, openDatabase } from '../database.ts';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';
import { migrateDatabase } from '../migrate-database.ts';
import { migrations } from '../migrations/migrations.ts';

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(!postgres.isAvailable)('the limits of connections', () => {
  let remove: () => Promise<void>;
  let db: Database;
  let other: Database;
  beforeEach(async () => {
    const database = await postgres.create();
    other = await database.open();
    await migrateDatabase(other);
    db = await openDatabase({
      ...database.options,
      connections: { poolSize: 1, connectMs: 1500, statementMs: 1000, idleTransactionMs: 1000 },
    });
    remove = async () => {
      await db.destroy();
      await database.remove();
    };
  });
  afterEach(() => remove());

  async function countBackends(pid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where pid = ${pid}`.execute(other);
    return rows[0]!.count;
  }

  it('end a statement that takes too long, as an outage, and the connection continues', async () => {
    const slow = sql`select pg_sleep(20)`.execute(db);
    await expect(slow).rejects.toMatchObject({ name: DatabaseUnavailableError.name, code: '57014' });
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('end an idle transaction, and release its lock', async () => {
    const lease = { name: 'a', holder: 'b', expires_at: 1 };
    const forgotten = db.transaction().execute(async (tx) => {
      await tx.insertInto('leases').values(lease).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await expect.poll(() => countBackends(rows[0]!.pid), { timeout: 20_000 }).toBe(0);
      await tx
        .insertInto('leases')
        .values({ ...lease, name: 'c' })
        .execute();
    });
    await expect(forgotten).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await db.selectFrom('leases').selectAll().execute()).toEqual([]);
  });

  it('refuse a call that waits too long for a connection', async () => {
    await db.connection().execute(async () => {
      const waiting = db.selectFrom('users').selectAll().execute();
      await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailableError);
    });
  });

  it('do not apply to migrations', async () => {
    await migrateDatabase(db, {
      ...migrations,
      '9001-slow': { up: async (trx) => void (await sql`select pg_sleep(1.5)`.execute(trx)) },
    });
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '1s' }]);
  });
});
