import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { createUserStore } from '../user-store.ts';
import { createRefusedTries } from './refused-tries-service.ts';
import { listEvents } from './service.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createSqliteDatabase();
  db = await database.open();
  await migrateDatabase(db);
});
afterEach(() => database.remove());

it('combines refused tries of a kind into one event a day, and one log line a minute', async () => {
  const lines: unknown[] = [];
  let now = 1_800_000_000_000;
  const refused = createRefusedTries({
    db,
    users: createUserStore(db),
    clock: { now: () => now },
    logger: { info: (fields: unknown) => void lines.push(fields) },
  });
  const userId = await addUser(db);
  for (let minutes = 0; minutes < 3; minutes++) {
    for (let i = 0; i < 4; i++) refused.count('codes_refused', `${userId}@example.com`);
    refused.count('codes_refused', 'nobody@example.com');
    refused.count('passkeys_refused', `${userId}@example.com`);
    refused.count('passkeys_refused', undefined);
    await refused.flush();
    now += 60_000;
  }
  await refused.flush();
  const minute = [
    { event: 'codes_refused', count: 5 },
    { event: 'passkeys_refused', count: 2 },
  ];
  expect(lines).toEqual([...minute, ...minute, ...minute]);
  const events = (await listEvents(db, userId)).map(({ kind, count, userAgent }) => [kind, count, userAgent]);
  expect(events.sort()).toEqual([
    ['codes_refused', 12, ''],
    ['passkeys_refused', 3, ''],
  ]);
});
