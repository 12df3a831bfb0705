import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Database } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createServerList, type ServerList } from './server-list.ts';

interface FakeRedis {
  isDown(): boolean;
  onChange(listener: (isDown: boolean) => void): () => void;
  setDown(isDown: boolean): void;
}

function createFakeRedis(isDownAtFirst = false): FakeRedis {
  const listeners = new Set<(isDown: boolean) => void>();
  let isDown = isDownAtFirst;
  return {
    isDown: () => isDown,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setDown(next) {
      isDown = next;
      for (const listener of listeners) listener(next);
    },
  };
}

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

    const open = (holder: string, skewMs = 0, redis?: FakeRedis): ServerList =>
      createServerList({ database, holder, clock: { now: () => now + skewMs }, logger, redis });
    const beatAll = async (servers: readonly ServerList[]) => {
      for (const server of [...servers, ...servers]) await server.beat();
    };

    it('counts running servers, whatever their clocks say', async () => {
      const servers = [open('a'), open('b', 300_000), open('c', -300_000)];
      await beatAll(servers);
      expect(servers.map((server) => server.alive())).toEqual([3, 3, 3]);
      for (let round = 0; round < 10; round += 1) {
        now += 5_000;
        await beatAll(servers);
      }
      expect(servers.map((server) => server.alive())).toEqual([3, 3, 3]);
    });

    it('reports a killed server as ended, and later forgets it', async () => {
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

    it('no longer counts a stopped server, but remembers it', async () => {
      const [a, stopped] = [open('a'), open('b')];
      await beatAll([a, stopped]);
      await stopped.stop();
      await a.beat();
      expect([a.alive(), a.seen()]).toEqual([1, 2]);
    });

    it('tells the others that it starts, so that they count it before the next beat', async () => {
      const sent: string[] = [];
      const wakeUps = {
        send: async (_: unknown, topic: string) => void sent.push(topic),
        listen: () => () => undefined,
      };
      await createServerList({
        database,
        holder: 'a',
        clock: { now: () => now },
        logger,
        wakeUps,
      }).prepare?.();
      expect(sent).toEqual(['servers']);
      expect(await database.selectFrom('servers').select('name').execute()).toEqual([{ name: 'a' }]);
    });

    it('reports that all have lost Redis once each of them has reported it', async () => {
      const [redisOfA, redisOfB] = [createFakeRedis(), createFakeRedis()];
      const [a, b] = [open('a', 0, redisOfA), open('b', 0, redisOfB)];
      await beatAll([a, b]);
      expect(a.areAllWithoutRedis()).toBe(false);
      redisOfA.setDown(true);
      await beatAll([a, b]);
      expect([a.areAllWithoutRedis(), b.areAllWithoutRedis()]).toEqual([false, false]);
      redisOfB.setDown(true);
      await beatAll([a, b]);
      expect([a.areAllWithoutRedis(), b.areAllWithoutRedis(), a.alive()]).toEqual([true, true, 2]);
      redisOfB.setDown(false);
      await beatAll([b, a]);
      expect(a.areAllWithoutRedis()).toBe(false);
    });

    it('forgets reports from before this server lost Redis or got it back', async () => {
      const redis = createFakeRedis(true);
      const a = open('a', 0, redis);
      void a.start();
      onTestFinished(() => a.stop());
      await a.beat();
      expect(a.areAllWithoutRedis()).toBe(true);
      await database.schema.dropTable('servers').execute();
      redis.setDown(false);
      redis.setDown(true);
      expect(a.areAllWithoutRedis()).toBe(false);
    });

    it('does not assume that all have lost Redis while the database is down', async () => {
      const a = open('a', 0, createFakeRedis(true));
      await a.beat();
      expect(a.areAllWithoutRedis()).toBe(true);
      now += 10_000;
      expect(a.areAllWithoutRedis()).toBe(false);
    });

    it('keeps its count while the database is down, and is at least one', async () => {
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
