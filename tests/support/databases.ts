import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type DatabaseOptions, openDatabase } from '#server/platform/database/database.ts';
import { createPostgresSchema, testDatabaseUrl } from './postgres.ts';

/** An empty database that can be opened any number of times, like by several processes. */
export interface TestDatabase {
  readonly options: DatabaseOptions;
  open(): Promise<Database>;
  /** Closes everything opened and removes the data. */
  remove(): Promise<void>;
}

const logger = { warn: () => undefined };

/** Both databases that the server supports; if `isAvailable` is false, skip the tests. */
export const testDatabases = [
  { name: 'SQLite', isAvailable: true, create: createSqliteDatabase },
  { name: 'PostgreSQL', isAvailable: testDatabaseUrl !== undefined, create: createPostgres },
];

/** An SQLite database, for tests that are not about the database. */
export async function createSqliteDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'altimeter-database-'));
  return track({ dataDir, databaseUrl: undefined, logger }, async () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function createPostgres(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresSchema();
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
