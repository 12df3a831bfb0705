import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { TestDatabase } from './databases.ts';

/**
 * Opens a migrated database before the tests of the block that calls this, passes it on, and removes it after them.
 * `create` is that of one of the `testDatabases`.
 */
export function useMigratedDatabase(
  create: () => Promise<TestDatabase>,
  passOn: (db: Database) => void | Promise<void>,
): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
    const db = await database.open();
    await migrateDatabase(db);
    await passOn(db);
  });
  afterAll(() => database.remove());
}
