import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { addAlert, addFiring } from '../../tests/support/alerts/alert-rows.ts';
import { countTurns } from '../../tests/support/count-turns.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { fakeNow } from '../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../tests/support/migrated-database.ts';
import { removeOldAlerts } from './retention-store.ts';

const day = 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`old alerts on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it('and firings are removed 400 days after they triggered; others stay', async () => {
      const userId = await addUser(db);
      const [old, young] = [fakeNow - 400 * day - 1, fakeNow - 400 * day];
      const triggered = { status: 'triggered', triggered_price: '1' } as const;
      await addAlert(db, userId, { ...triggered, created_at: 0, triggered_at: old });
      const kept = [
        await addAlert(db, userId, { ...triggered, created_at: 0, triggered_at: young }),
        await addAlert(db, userId, { status: 'active', created_at: 0, triggered_at: old }),
        await addAlert(db, userId, { status: 'paused', created_at: 0, triggered_at: null }),
      ];
      for (let count = 0; count < 3; count++) await addFiring(db, userId, { fired_at: old });
      const recent = await addFiring(db, userId, { fired_at: young });
      await removeOldAlerts(db, fakeNow, 10);
      const alerts = await db.selectFrom('alerts').select('id').execute();
      expect(alerts.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
      expect(await db.selectFrom('alert_firings').select('id').execute()).toEqual([{ id: recent.id }]);
    });

    it('and firings are removed beyond the newest hundred thousand of an account', async () => {
      const [userId, other] = [await addUser(db), await addUser(db)];
      const numbers: number[] = [];
      for (let count = 0; count < 5; count++) numbers.push((await addFiring(db, userId)).number);
      const { number: own } = await addFiring(db, other);
      await removeOldAlerts(db, fakeNow, 3);
      const left = await db
        .selectFrom('alert_firings')
        .select('number')
        .where('user_id', 'in', [userId, other])
        .orderBy('number')
        .execute();
      expect(left.map(({ number }) => number)).toEqual([...numbers.slice(2), own]);
    });

    it('and firings are removed 500 at a time, yielding to other calls in between', async () => {
      const userId = await addUser(db);
      const { number, ...first } = await addFiring(db, userId, { fired_at: 0 });
      for (let start = 1; start <= 2500; start += 500)
        await db
          .insertInto('alert_firings')
          .values(
            Array.from({ length: 500 }, (_, place) => ({
              ...{ ...first, id: `${first.id}-${start + place}`, arming: 1 + start + place },
              number: number + start + place,
            })),
          )
          .execute();
      const [, turns] = await countTurns(removeOldAlerts(db, fakeNow, 10));
      expect(turns).toBeGreaterThanOrEqual(6);
      const left = db.selectFrom('alert_firings').select('id').where('user_id', '=', userId);
      expect(await left.execute()).toEqual([]);
    });
  });
}
