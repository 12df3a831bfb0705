import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { createUserStore } from '../user-store.ts';
import { createRefusedCodes } from './refused-codes-service.ts';
import { listEvents } from './service.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createSqliteDatabase();
  db = await database.open();
  await migrateDatabase(db);
});
afterEach(() => database.remove());

it('adds refused codes up to one event a day, and one line in the log', async () => {
  const lines: unknown[] = [];
  let now = 1_800_000_000_000;
  const refused = createRefusedCodes({
    db,
    users: createUserStore(db),
    clock: { now: () => now },
    logger: { info: (fields: unknown) => void lines.push(fields) },
  });
  const userId = await addUser(db);
  for (let minutes = 0; minutes < 3; minutes++) {
    for (let i = 0; i < 4; i++) refused.count(`${userId}@example.com`);
    refused.count('nobody@example.com');
    await refused.flush();
    now += 60_000;
  }
  await refused.flush();
  expect(lines).toEqual(Array(3).fill({ event: 'codes_refused', count: 5 }));
  expect(await listEvents(db, userId)).toMatchObject([{ kind: 'codes_refused', count: 12, userAgent: '' }]);
});
