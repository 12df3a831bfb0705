import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabases } from '../../../tests/support/databases.ts';
import { listExpanding } from './expanding-migrations.ts';
import { migrateDatabase, revertMigrations } from './migrate-database.ts';
import { migrations } from './migrations/migrations.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`An expanding migration on ${name}`, () => {
    it('can be applied again after it was reverted', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const marked = await listExpanding(db);
      for (const migration of Object.keys(migrations).filter((one) => marked.has(one))) {
        await revertMigrations(db, migration);
        await migrateDatabase(db);
      }
      expect(await listExpanding(db)).toEqual(marked);
    });
  });
}
