import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { type AccountStore, createAccountStore } from './store.ts';

const clock = { now: () => 1_800_000_000_000 };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`merging accounts on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let store: AccountStore;
    let merged: string[];
    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      merged = [];
      store = createAccountStore({
        db,
        clock,
        outbox: createOutbox(db, clock),
        onAccountCreated: [],
        mergers: [async (_tx, from, to) => void merged.push(`${from} into ${to}`)],
      });
    });
    afterEach(() => database.remove());

    const addUnproven = async () => {
      const id = await addUser(db);
      await db.updateTable('users').set({ proved_email: null }).where('id', '=', id).execute();
      return id;
    };
    const merge = (from: string, to: string) => store.transact((tx) => tx.mergeUser(from, to));
    const listIds = async () => (await db.selectFrom('users').select('id').execute()).map(({ id }) => id);

    it('hands over what every part of the service keeps, and ends the one', async () => {
      const [from, to] = [await addUnproven(), await addUser(db)];
      await merge(from, to);
      expect(merged).toEqual([`${from} into ${to}`]);
      expect(await listIds()).toEqual([to]);
    });

    it('leaves an account alone that somebody proved meanwhile', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      await merge(from, to);
      expect(merged).toEqual([]);
      expect((await listIds()).sort()).toEqual([from, to].sort());
    });

    it('ends nothing where the other account is gone', async () => {
      const from = await addUnproven();
      await merge(from, 'nobody');
      expect(merged).toEqual([]);
      expect(await listIds()).toEqual([from]);
    });

    it('gives the names to an account that has none yet, and to no other', async () => {
      const [from, nameless] = [await addUnproven(), await addUser(db)];
      await db
        .updateTable('users')
        .set({ first_name: '', last_name: '' })
        .where('id', '=', nameless)
        .execute();
      await db.updateTable('users').set({ first_name: 'Grace' }).where('id', '=', from).execute();
      await merge(from, nameless);
      const [other, named] = [await addUnproven(), await addUser(db)];
      await db.updateTable('users').set({ first_name: 'Grace' }).where('id', '=', other).execute();
      await merge(other, named);
      const rows = await db.selectFrom('users').select(['id', 'first_name']).execute();
      expect(new Map(rows.map((row) => [row.id, row.first_name]))).toEqual(
        new Map([
          [nameless, 'Grace'],
          [named, 'Ada'],
        ]),
      );
    });
  });
}
