import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../../tests/support/accounts/users.ts';
import { addAlert } from '../../../../tests/support/alerts/alert-rows.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import type { Database } from '../database.ts';
import { migrateDatabase, revertMigrations } from '../migrate-database.ts';

for (const { name, isAvailable, createEmpty } of testDatabases) {
  describe.skipIf(!isAvailable)(`the migration to currencies on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      database = await createEmpty();
      db = await database.open();
    });
    afterEach(() => database.remove());

    it('when reverted, pauses alerts whose thresholds are not in dollars, and keeps the others', async () => {
      await migrateDatabase(db);
      const userId = await addUser(db);
      const euros = await addAlert(db, userId, { currency: 'eur' });
      const dollars = await addAlert(db, userId);
      await revertMigrations(db, '0024-display-currency');
      await migrateDatabase(db);
      const rows = await db.selectFrom('alerts').select(['id', 'status', 'currency']).execute();
      expect(new Map(rows.map(({ id, status, currency }) => [id, [status, currency]]))).toEqual(
        new Map([
          [euros.id, ['paused', 'usd']],
          [dollars.id, ['active', 'usd']],
        ]),
      );
    });
  });
}
