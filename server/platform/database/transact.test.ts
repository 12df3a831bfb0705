import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Database } from './database.ts';
import { migrateDatabase } from './migrate-database.ts';
import { afterCommit, transact } from './transact.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`an afterCommit callback on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterEach(() => database.remove());

    it('runs once the transaction is committed, in order', async () => {
      const done: string[] = [];
      const result = await transact(db, async (tx) => {
        afterCommit(tx, () => done.push('first'));
        afterCommit(tx, () => done.push('second'));
        await tx.selectFrom('users').select('id').execute();
        expect(done).toEqual([]);
        return 7;
      });
      expect([result, ...done]).toEqual([7, 'first', 'second']);
    });

    it('does not run if the transaction is rolled back', async () => {
      const done: string[] = [];
      const failing = transact(db, async (tx) => {
        afterCommit(tx, () => done.push('it'));
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(done).toEqual([]);
    });

    it('is refused for a transaction that was not started by transact', async () => {
      const bare = db.transaction().execute(async (tx) => afterCommit(tx, () => undefined));
      await expect(bare).rejects.toThrow('not opened by transact');
    });
  });
}
