import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createFiringStore } from './firing-store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a long history of firings on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it('is marked as seen up to a number, yielding to other calls in between', async () => {
      const userId = await addUser(db);
      const { number: first, ...row } = await addFiring(db, userId);
      for (let start = 1; start <= 2500; start += 500) {
        const rows = Array.from({ length: 500 }, (_, place) => ({
          ...{ ...row, id: `${start + place}`, arming: 1 + start + place },
          number: first + start + place,
        }));
        await db.insertInto('alert_firings').values(rows).execute();
      }
      const store = createFiringStore(db);
      const [, turns] = await countTurns(store.markSeen(userId, first + 2400, 1));
      expect(await store.countUnseen(userId)).toBe(100);
      expect(turns).toBeGreaterThanOrEqual(4);
    });
  });
}
