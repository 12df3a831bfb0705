import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createUserGate } from '#server/platform/http/user-gate.ts';
import { holdLocks } from '../../tests/support/accounts/hold-locks.ts';
import { addUser, trustHeader } from '../../tests/support/accounts/users.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../tests/support/migrated-database.ts';
import { registerLearningRoutes } from './routes.ts';
import { createLearningService } from './service.ts';
import { createLearningStore, mergeLearning } from './store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`/api/learning on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    async function serve() {
      const app = createBareApp();
      const learning = createLearningService({ db, store: createLearningStore(db), clock: { now: () => 1 } });
      registerLearningRoutes(app, { learning, gate: createUserGate(trustHeader(db)) });
      return {
        get: async (authorization: string) =>
          (await app.inject({ url: '/api/learning', headers: { authorization } })).json(),
        complete: (authorization: string, moduleId: string) =>
          app.inject({ method: 'PUT', url: `/api/learning/${moduleId}`, headers: { authorization } }),
        asGuest: () => app.inject('/api/learning'),
      };
    }

    it('returns only the user’s completed modules, in order and each once', async () => {
      const { get, complete } = await serve();
      const [reader, other] = [await addUser(db), await addUser(db)];
      expect(await get(reader)).toEqual({ completed: [] });
      await complete(reader, 'technical-analysis');
      await complete(reader, 'basics');
      const again = await complete(reader, 'basics');
      expect([again.statusCode, again.json()]).toEqual([
        200,
        { completed: ['basics', 'technical-analysis'] },
      ]);
      expect(await get(other)).toEqual({ completed: [] });
    });

    it('refuses a module that does not exist, and signed-out visitors', async () => {
      const { complete, asGuest } = await serve();
      const unknown = await complete(await addUser(db), 'astrology');
      expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'invalid_request']);
      expect((await asGuest()).statusCode).toBe(401);
    });

    it('merges completed modules into the verified account without losing any', async () => {
      const { get, complete } = await serve();
      const [from, to] = [await addUser(db), await addUser(db)];
      await complete(from, 'basics');
      await complete(from, 'portfolio-management');
      await complete(to, 'basics');
      await db.transaction().execute((tx) => mergeLearning(tx, from, to));
      expect(await get(to)).toEqual({ completed: ['basics', 'portfolio-management'] });
      expect(await get(from)).toEqual({ completed: [] });
    });

    it.skipIf(name === 'SQLite')(
      'waits with a completed module while its account is being merged',
      async () => {
        const { complete } = await serve();
        const user = await addUser(db);
        let answer: ReturnType<typeof complete> | undefined;
        // As a merge does, which deletes the account in the end.
        await holdLocks(
          db,
          sql`update users set revision = revision + 1 where id = ${user}`,
          async (blocked) => {
            answer = complete(user, 'basics');
            await blocked(1);
          },
        );
        expect((await answer)?.statusCode).toBe(200);
      },
    );
  });
}
