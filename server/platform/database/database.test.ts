import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, type Migration, sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { openDatabase } from './database.ts';
import { listExpanding, markExpanding } from './expanding-migrations.ts';
import { migrateDatabase } from './migrate-database.ts';
import { migrations } from './migrations/migrations.ts';

const run = promisify(execFile);
const logger = { warn: () => undefined };
const lease = { name: 'a', holder: 'b', expires_at: 1_700_000_000_000 };

for (const { name, isAvailable, createEmpty } of testDatabases) {
  describe.skipIf(!isAvailable)(`the database on ${name}`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createEmpty();
    });
    afterEach(() => database.remove());

    it('keeps its rows across a restart', async () => {
      const before = await database.open();
      await migrateDatabase(before);
      await before.insertInto('leases').values(lease).execute();
      await before.destroy();

      const after = await database.open();
      await migrateDatabase(after);
      expect(await after.selectFrom('leases').selectAll().execute()).toEqual([lease]);
    });

    it('is migrated by several processes starting together', async () => {
      const { dataDir, databaseUrl } = database.options;
      const program = `
        import { openDatabase } from '#server/platform/database/database.ts';
        import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
        const options = ${JSON.stringify({ dataDir, databaseUrl })};
        const db = await openDatabase({ ...options, logger: console });
        await migrateDatabase(db);
        await db.destroy();`;
      const start = () => run(process.execPath, ['--input-type=module', '--eval', program]);
      await Promise.all([start(), start(), start()]);

      const db = await database.open();
      await db.insertInto('leases').values(lease).execute();
      expect(await db.selectFrom('leases').selectAll().execute()).toEqual([lease]);
    });

    it('lets a server of the previous version start after every migration, except those named here', async () => {
      const stoppingOlder: string[] = [];
      const db = await database.open();
      await migrateDatabase(db);
      const expanding = await listExpanding(db);
      const unmarked = Object.keys(migrations).filter((one) => one >= '0028' && !expanding.has(one));
      // One that is added here is named in the changelog, and docs/deploy.md says to stop all servers first.
      expect(unmarked).toEqual(stoppingOlder);
    });

    it('keeps the old tables if a migration is interrupted, and continues from there', async () => {
      const db = await database.open();
      await migrateDatabase(db);
      await db.insertInto('leases').values(lease).execute();
      const rename: Migration = {
        up: (trx: Kysely<unknown>) => trx.schema.alterTable('leases').renameTo('claims').execute(),
      };
      const interrupted: Migration = {
        async up(trx: Kysely<unknown>) {
          await sql`delete from claims`.execute(trx);
          throw new Error('the power went');
        },
      };

      const attempt = migrateDatabase(db, {
        ...migrations,
        '9001-rename': rename,
        '9002-empty': interrupted,
      });
      await expect(attempt).rejects.toThrow(
        'The database could not be brought up to date at "9002-empty": the power went. Its tables are as they were.',
      );
      expect(await db.selectFrom('leases').selectAll().execute()).toEqual([lease]);

      await migrateDatabase(db, { ...migrations, '9001-rename': rename });
      expect((await sql<typeof lease>`select * from claims`.execute(db)).rows).toEqual([lease]);
    });

    it('returns the current columns for a query prepared before they changed', async () => {
      const db = await database.open();
      await sql`create table things (a integer)`.execute(db);
      await sql`insert into things values (1)`.execute(db);
      const read = async () => (await sql`select * from things`.execute(db)).rows;
      expect(await read()).toEqual([{ a: 1 }]);
      await sql`alter table things add column b integer`.execute(db);
      expect(await read()).toEqual([{ a: 1, b: null }]);
      await sql`drop table things`.execute(db);
      await expect(read()).rejects.toThrow('things');
    });

    it('retries if another schema is dropped during a migration', async () => {
      const db = await database.open();
      let attempts = 0;
      const disturbed: Migration = {
        async up() {
          attempts++;
          if (attempts < 3)
            throw Object.assign(new Error('schema "theirs" does not exist'), { code: '3F000' });
        },
      };
      await migrateDatabase(db, { ...migrations, '9001-disturbed': disturbed });
      // Other tests may drop schemas in the same database.
      expect(attempts).toBeGreaterThanOrEqual(3);
    });

    it.skipIf(name === 'SQLite')(
      'lets servers use a table that a migration is waiting for, and tries again',
      async () => {
        const db = await database.open();
        await migrateDatabase(db);
        let attempts = 0;
        const change: Migration = {
          async up(trx: Kysely<unknown>) {
            attempts += 1;
            await trx.schema.alterTable('leases').addColumn('note', 'text').execute();
          },
        };
        let migrating: Promise<void> | undefined;
        await db.transaction().execute(async (reading) => {
          await reading.selectFrom('leases').selectAll().execute();
          migrating = migrateDatabase(await database.open(), { ...migrations, '9001-change': change });
          await vi.waitUntil(() => attempts > 1, { timeout: 25_000 });
        });
        await migrating;
        expect((await sql`select note from leases`.execute(db)).rows).toEqual([]);
      },
    );

    it('refuses a database of a newer version', async () => {
      const db = await database.open();
      await migrateDatabase(db, { ...migrations, '9001-from-the-future': { up: async () => undefined } });
      await expect(migrateDatabase(db)).rejects.toThrow(StartError);
      await expect(migrateDatabase(db)).rejects.toThrow(/^The database is newer .+"9001-from-the-future".+$/);
    });

    it('continues with a newer database whose additions are marked for older versions', async () => {
      const db = await database.open();
      const warnings: unknown[] = [];
      const logger = { warn: (details: unknown) => void warnings.push(details) };
      const addition: Migration = {
        async up(trx: Kysely<unknown>) {
          await trx.schema.createTable('additions').addColumn('id', 'integer').execute();
          await markExpanding(trx, '9001-addition');
        },
      };
      await migrateDatabase(db, { ...migrations, '9001-addition': addition });
      await migrateDatabase(db, migrations, logger);
      expect(warnings).toEqual([{ migrations: ['9001-addition'] }]);
      expect((await sql`select * from additions`.execute(db)).rows).toEqual([]);
      await migrateDatabase(db, {
        ...migrations,
        '9001-addition': addition,
        '9002-removal': { up: (trx: Kysely<unknown>) => trx.schema.dropTable('additions').execute() },
      });
      await expect(migrateDatabase(db)).rejects.toThrow(/^The database is newer .+"9002-removal".+$/);
    });

    it('reads committed data while a transaction is open', async () => {
      const db = await database.open();
      await migrateDatabase(db);
      const read = () => db.selectFrom('leases').select('name').execute();
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('leases').values(lease).execute();
        expect(await trx.selectFrom('leases').select('name').execute()).toEqual([{ name: 'a' }]);
        expect(await read()).toEqual([]);
      });
      expect(await read()).toEqual([{ name: 'a' }]);
    });

    it('keeps other statements out of an open transaction', async () => {
      const db = await database.open();
      await migrateDatabase(db);
      const rolledBack = db.transaction().execute(async (trx) => {
        await trx.insertInto('leases').values(lease).execute();
        throw new Error('rolled back');
      });
      const alongside = db
        .insertInto('leases')
        .values({ ...lease, name: 'kept' })
        .execute();
      await expect(rolledBack).rejects.toThrow('rolled back');
      await alongside;
      expect(await db.selectFrom('leases').select('name').execute()).toEqual([{ name: 'kept' }]);
    });
  });
}

describe('opening a database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-open-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('creates a data directory that only its owner can read', async () => {
    const dataDir = join(folder, 'new', 'data');
    const db = await openDatabase({ dataDir, databaseUrl: undefined, logger });
    await db.destroy();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('acknowledges a write only when it is on disk', async () => {
    const db = await openDatabase({ dataDir: join(folder, 'pragmas'), databaseUrl: undefined, logger });
    const read = async (pragma: string) =>
      Object.values((await sql.raw(`pragma ${pragma}`).execute(db)).rows[0]!);
    expect(await read('journal_mode')).toEqual(['wal']);
    expect(await read('synchronous')).toEqual([2]);
    expect(await read('foreign_keys')).toEqual([1]);
    // The driver waits for other processes, without blocking this one.
    expect(await read('busy_timeout')).toEqual([0]);
    await db.destroy();
  });

  it('reports in one line that the file is not a database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'altimeter-broken-'));
    writeFileSync(join(dataDir, 'altimeter.db'), 'x'.repeat(5000));
    const opening = openDatabase({ dataDir, databaseUrl: undefined, logger });
    await expect(opening).rejects.toThrow(/^The database at .+altimeter\.db cannot be opened: .+\.$/);
    rmSync(dataDir, { recursive: true });
  });

  it('reports in one line that no PostgreSQL server answers, without its password', async () => {
    const databaseUrl = 'postgres://altimeter:hunter2@127.0.0.1:1/altimeter';
    const error = await openDatabase({ dataDir: join(folder, 'pg'), databaseUrl, logger }).catch(
      (e: Error) => e,
    );
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(/^The database at the PostgreSQL server .+ECONNREFUSED.+\.$/);
    expect((error as Error).message).not.toContain('hunter2');
  });
});
