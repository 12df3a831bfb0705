import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addSession, addSubscription } from '../../../tests/support/alerts/push-rows.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { normalizeEndpoints } from './endpoint-normalization-store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`endpoints that earlier versions stored on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });
    afterEach(() => db.deleteFrom('push_subscriptions').execute());

    /** Adds a subscription of a browser of its own. Returns its id. */
    async function add(endpoint: string, created_at = 0): Promise<string> {
      const userId = await addUser(db);
      const sessionId = await addSession(db, userId, { last_seen_at: 0, expires_at: 1 });
      const id = await addSubscription(db, { userId, sessionId }, endpoint);
      await db.updateTable('push_subscriptions').set({ created_at }).where('id', '=', id).execute();
      return id;
    }
    const list = async () =>
      Object.fromEntries(
        (await db.selectFrom('push_subscriptions').select(['id', 'endpoint']).execute()).map(
          (row) => [row.id, row.endpoint] as const,
        ),
      );

    it('are normalized, however many there are, and a second run changes nothing', async () => {
      const expected: Record<string, string> = {};
      for (let count = 0; count < 501; count++) {
        expected[await add(`HTTPS://Push.Example:443/a/../${count}`)] = `https://push.example/${count}`;
      }
      expected[await add('https://push.example/日')] = 'https://push.example/%E6%97%A5';
      expected[await add('https://push.example/as-it-was')] = 'https://push.example/as-it-was';
      for (let run = 0; run < 2; run++) {
        await normalizeEndpoints(db);
        expect(await list()).toEqual(expected);
      }
    });

    it('keep one subscription of each, the newest', async () => {
      const endpoint = 'https://push.example/x';
      await add('https://PUSH.example/x', 1);
      const newest = await add('https://push.example:443/x', 3);
      await add(endpoint, 2);
      const other = await add('https://push.example/y', 3);
      await add('https://PUSH.example/y', 2);
      await normalizeEndpoints(db);
      expect(await list()).toEqual({ [newest]: endpoint, [other]: 'https://push.example/y' });
    });

    it('are removed if they are too long for what is accepted now', async () => {
      await add(`https://push.example/${'日'.repeat(700)}`);
      await normalizeEndpoints(db);
      expect(await list()).toEqual({});
    });
  });
}
