import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createDatabaseLease, type Lease, releaseAllLeases } from './lease.ts';

const minute = 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a lease on ${name}`, () => {
    let database: TestDatabase;
    let leases: Lease[];
    let unusedNames = 0;
    const newName = () => `work-${unusedNames++}`;

    beforeAll(async () => {
      database = await create();
      const connections = [await database.open(), await database.open()];
      await migrateDatabase(connections[0]!);
      leases = connections.map((db) => createDatabaseLease(db));
    });
    afterAll(() => database.remove());

    it('goes to exactly one of fifty concurrent requests', async () => {
      const work = newName();
      const requests = Array.from({ length: 50 }, (_, i) =>
        leases[i % 2]!.acquire(work, `holder-${i}`, minute, 0),
      );
      const answers = await Promise.all(requests);
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    it('goes to exactly one of fifty concurrent requests after it expired', async () => {
      const work = newName();
      await leases[0]!.acquire(work, 'gone', minute, 0);
      const requests = Array.from({ length: 50 }, (_, i) =>
        leases[i % 2]!.acquire(work, `holder-${i}`, minute, minute),
      );
      expect((await Promise.all(requests)).filter(Boolean)).toHaveLength(1);
    });

    it('stays with the holder that renews it', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      expect(await mine.acquire(work, 'me', minute, 0)).toBe(true);
      expect(await mine.acquire(work, 'me', minute, 50_000)).toBe(true);
      expect(await other.acquire(work, 'you', minute, 109_999)).toBe(false);
      expect(await other.acquire(work, 'you', minute, 110_000)).toBe(true);
      expect(await mine.acquire(work, 'me', minute, 110_001)).toBe(false);
    });

    it('can be released only by its holder', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      await mine.acquire(work, 'me', minute, 0);
      await other.release(work, 'you');
      expect(await other.acquire(work, 'you', minute, 1)).toBe(false);
      await mine.release(work, 'me');
      expect(await other.acquire(work, 'you', minute, 2)).toBe(true);
    });

    it('is free immediately, like all others, after all were released', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      await mine.acquire(work, 'gone', minute, 0);
      await releaseAllLeases(await database.open());
      expect(await other.acquire(work, 'me', minute, 1)).toBe(true);
    });

    it('goes to exactly one of fifty that concurrently release it from a dead holder', async () => {
      const work = newName();
      await leases[0]!.acquire(work, 'dead', minute, 0);
      const requests = Array.from({ length: 50 }, async (_, i) => {
        await leases[i % 2]!.release(work, 'dead');
        return leases[i % 2]!.acquire(work, `holder-${i}`, minute, 0);
      });
      expect((await Promise.all(requests)).filter(Boolean)).toHaveLength(1);
    });

    it('lets only its holder write, and nobody acquire it during the write', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      await mine.acquire(work, 'me', minute, 0);
      expect(await other.write(work, 'you', async () => 'written')).toBeNull();
      const steps: string[] = [];
      const entered = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const writing = mine.write(work, 'me', async () => {
        entered.resolve();
        await finish.promise;
        steps.push('written');
        return 1;
      });
      await entered.promise;
      // It has expired, but is kept until the write is done.
      const acquiring = other.acquire(work, 'you', minute, 2 * minute).then((isMine) => {
        steps.push('acquired');
        return isMine;
      });
      finish.resolve();
      expect([await writing, await acquiring, steps]).toEqual([1, true, ['written', 'acquired']]);
      expect(await mine.write(work, 'me', async () => 'late')).toBeNull();
    });

    it('is released with all others of a stopping process, which can acquire none again', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = [newName(), newName()] as const;
      for (const name of work) await mine.acquire(name, 'stopping', minute, 0);
      await mine.retire('stopping');
      for (const name of work) expect(await mine.acquire(name, 'stopping', minute, 1)).toBe(false);
      for (const name of work) expect(await other.acquire(name, 'next', minute, 1)).toBe(true);
    });

    it('is free if it was acquired before the clock was set back', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      await mine.acquire(work, 'gone', minute, 24 * 60 * minute);
      expect(await other.acquire(work, 'you', minute, 0)).toBe(true);
      expect(await mine.acquire(work, 'me', minute, 0)).toBe(false);
    });

    it('is kept if its holder asked for longer than this process does', async () => {
      const [mine, other] = leases as [Lease, Lease];
      const work = newName();
      await mine.acquire(work, 'me', 60 * minute, 0, 60 * minute);
      expect(await other.acquire(work, 'you', minute, 1, 60 * minute)).toBe(false);
      expect(await other.acquire(work, 'you', minute, 60 * minute, 60 * minute)).toBe(true);
    });

    it('is separate for different work', async () => {
      const [mine, other] = leases as [Lease, Lease];
      expect(await mine.acquire(newName(), 'me', minute, 0)).toBe(true);
      expect(await other.acquire(newName(), 'you', minute, 0)).toBe(true);
    });

    it('never has two holders, in any order of acquiring, renewing and releasing', async () => {
      const step = fc.record({
        holder: fc.constantFrom('a', 'b', 'c'),
        does: fc.constantFrom('acquire', 'acquire', 'release'),
        after: fc.integer({ min: 0, max: 40 }),
      });
      const ttls = fc.integer({ min: 1, max: 60 });
      await fc.assert(
        fc.asyncProperty(ttls, fc.array(step, { maxLength: 15 }), async (ttl, steps) => {
          const work = newName();
          let now = 0;
          let held: { by: string; until: number } | null = null;
          for (const { holder, does, after } of steps) {
            now += after;
            if (held && held.until <= now) held = null;
            if (does === 'release') {
              await leases[0]!.release(work, holder);
              if (held?.by === holder) held = null;
              continue;
            }
            const isFree = held === null || held.by === holder;
            expect(await leases[1]!.acquire(work, holder, ttl, now)).toBe(isFree);
            if (isFree) held = { by: holder, until: now + ttl };
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
