import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Database } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createServerList, type ServerList } from './server-list.ts';

const logger = { warn: () => undefined, info: () => undefined };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the list of servers on ${name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let now = 1_800_000_000_000;

    beforeEach(async () => {
      testDatabase = await create();
      database = await testDatabase.open();
      await migrateDatabase(database);
    });
    afterEach(() => testDatabase.remove());

    const open = (holder: string, skewMs = 0): ServerList =>
      createServerList({ database, holder, clock: { now: () => now + skewMs }, logger });
    const beatAll = async (servers: readonly ServerList[]) => {
      for (const server of [...servers, ...servers]) await server.beat();
    };

    it('counts those that run, whatever their clocks say', async () => {
      const servers = [open('a'), open('b', 300_000), open('c', -300_000)];
      await beatAll(servers);
      expect(servers.map((server) => server.alive())).toEqual([3, 3, 3]);
      for (let round = 0; round < 10; round += 1) {
        now += 5_000;
        await beatAll(servers);
      }
      expect(servers.map((server) => server.alive())).toEqual([3, 3, 3]);
    });

    it('says of one that was killed that it has ended, and later forgets it', async () => {
      const [a, killed] = [open('a'), open('b')];
      await beatAll([a, killed, a]);
      now += 10_000;
      await a.beat();
      expect([a.alive(), a.seen()]).toEqual([1, 2]);
      now += 80_000;
      await a.beat();
      expect(a.seen()).toBe(1);
      now += 600_000;
      await a.beat();
      expect(await database.selectFrom('servers').select('name').execute()).toEqual([{ name: 'a' }]);
    });

    it('no longer counts one that has stopped, but remembers it', async () => {
      const [a, stopped] = [open('a'), open('b')];
      await beatAll([a, stopped]);
      await stopped.stop();
      await a.beat();
      expect([a.alive(), a.seen()]).toEqual([1, 2]);
    });

    it('keeps its count while the database is away, and is at least one', async () => {
      const [a, b] = [open('a'), open('b')];
      expect(a.alive()).toBe(1);
      await beatAll([a, b]);
      await database.schema.dropTable('servers').execute();
      now += 600_000;
      await expect(a.beat()).rejects.toThrow();
      expect([a.alive(), a.seen()]).toEqual([2, 2]);
    });
  });
}
