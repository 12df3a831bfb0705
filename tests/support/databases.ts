import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type DatabaseOptions, openDatabase } from '#server/platform/database/database.ts';
import {
  createEmptyPostgres,
  createMigratedPostgres,
  type PostgresDatabase,
  testDatabaseUrl,
} from './postgres.ts';

/** A database without rows that can be opened any number of times, as by several processes. */
export interface TestDatabase {
  readonly options: DatabaseOptions;
  open(): Promise<Database>;
  /** Closes everything opened and removes the data. */
  remove(): Promise<void>;
}

const logger = { warn: () => undefined };

/**
 * Both databases that the server supports. If `isAvailable` is false, skip the tests. The result of `create` must be
 * migrated before use, even if it already has tables. `createEmpty` returns one without tables.
 */
export const testDatabases = [
  {
    name: 'SQLite',
    isAvailable: true,
    create: createSqliteDatabase,
    createEmpty: createSqliteDatabase,
  },
  {
    name: 'PostgreSQL',
    isAvailable: testDatabaseUrl !== undefined,
    create: async () => trackPostgres(await createMigratedPostgres()),
    createEmpty: async () => trackPostgres(await createEmptyPostgres()),
  },
];

/** An SQLite database, for tests that are not about the database. */
export async function createSqliteDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'altimeter-database-'));
  return track({ dataDir, databaseUrl: undefined, logger }, async () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
}

function trackPostgres({ url, drop }: PostgresDatabase): TestDatabase {
  return track({ dataDir: tmpdir(), databaseUrl: url, logger }, drop);
}

function track(options: DatabaseOptions, removeData: () => Promise<void>): TestDatabase {
  const opened: Database[] = [];
  return {
    options,
    async open() {
      const db = await openDatabase(options);
      opened.push(db);
      return db;
    },
    async remove() {
      await Promise.all(opened.map((db) => db.destroy()));
      await removeData();
    },
  };
}
