import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { createHashes } from './hashes.ts';
import { type AccountService, createAccountService } from './service.ts';
import { createUserStore } from './user-store.ts';
import type { Visitor } from './visitor.ts';

const clock = { now: () => 1_800_000_000_000 };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`merging accounts on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let accounts: AccountService;
    let merged: string[];
    let tooLarge: string;
    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      merged = [];
      tooLarge = '';
      accounts = createAccountService({
        users: createUserStore(db),
        hashes: createHashes('a secret of this test'),
        clock,
        onAccountCreated: [],
        mergeObstacles: [async (_tx, from) => (from.includes(tooLarge) ? 'too large' : undefined)],
        mergers: [async (_tx, from, to) => void merged.push(`${from} into ${to}`)],
      });
    });
    afterEach(() => database.remove());

    const addUnverified = async () => {
      const id = await addUser(db);
      await db.updateTable('users').set({ proved_email: null }).where('id', '=', id).execute();
      return id;
    };
    const merge = (from: string, to: string, visitor = {} as Visitor) =>
      transact(db, (tx) => accounts.mergeAccounts(tx, [from], to, visitor));
    const listIds = async () => (await db.selectFrom('users').select('id').execute()).map(({ id }) => id);

    it('moves the data of every domain and removes the merged account', async () => {
      const [from, to] = [await addUnverified(), await addUser(db)];
      await merge(from, to);
      expect(merged).toEqual([`${from} into ${to}`]);
      expect(await listIds()).toEqual([to]);
    });

    it('leaves an account unchanged if it has been verified since', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      await merge(from, to);
      expect(merged).toEqual([]);
      expect((await listIds()).sort()).toEqual([from, to].sort());
    });

    it('removes nothing if the other account is gone', async () => {
      const from = await addUnverified();
      await merge(from, 'nobody');
      expect(merged).toEqual([]);
      expect(await listIds()).toEqual([from]);
    });

    it('leaves an account that doesn’t fit, and says so if the visitor is signed in to it', async () => {
      const [from, to] = [await addUnverified(), await addUser(db)];
      tooLarge = from;
      await merge(from, to);
      const signedIn = { session: { id: from } } as Visitor;
      await expect(merge(from, to, signedIn)).rejects.toMatchObject({
        code: 'conflict',
        message: 'too large',
      });
      expect(merged).toEqual([]);
      expect((await listIds()).sort()).toEqual([from, to].sort());
    });

    it('moves the names only to an account without names', async () => {
      const [from, nameless] = [await addUnverified(), await addUser(db)];
      await db
        .updateTable('users')
        .set({ first_name: '', last_name: '' })
        .where('id', '=', nameless)
        .execute();
      await db.updateTable('users').set({ first_name: 'Grace' }).where('id', '=', from).execute();
      await merge(from, nameless);
      const [other, named] = [await addUnverified(), await addUser(db)];
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
