import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { createMemoryLease } from '../../../tests/support/market/fake-provider.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createDatabaseLease, type Lease } from './lease.ts';
import { createPeriodicJob } from './periodic-job.ts';

describe('a periodic job', () => {
  let database: TestDatabase;
  let lease: Lease;
  let now = 0;
  const clock = { now: () => now };
  beforeEach(async () => {
    database = await createSqliteDatabase();
    const db = await database.open();
    await migrateDatabase(db);
    lease = createDatabaseLease(db);
  });
  afterEach(() => database.remove());

  const createJob = (holder: string, run: () => Promise<void>, logger = { warn: vi.fn() }) =>
    createPeriodicJob({ name: 'job', everyMs: 1000, lease, holder, clock, logger, run });

  it('runs in one of several processes, and in another once that one has stopped', async () => {
    const done: string[] = [];
    const jobs = ['a', 'b'].map((holder) => createJob(holder, async () => void done.push(holder)));
    await Promise.all(jobs.map((job) => job.runNow()));
    expect(done).toEqual(['a']);
    now += 1000;
    await jobs[1]!.runNow();
    await jobs[0]!.runNow();
    expect(done).toEqual(['a', 'b']);
    await jobs[1]!.stop();
    await jobs[0]!.runNow();
    expect(done).toEqual(['a', 'b', 'a']);
  });

  it('that fails is logged and runs again next time', async () => {
    const logger = { warn: vi.fn() };
    const run = vi.fn(async () => {
      throw new Error('no disk');
    });
    const job = createJob('a', run, logger);
    await job.runNow();
    await job.runNow();
    expect([run.mock.calls.length, logger.warn.mock.calls.length]).toEqual([2, 2]);
  });

  it('runs as soon as it is started', async () => {
    const run = vi.fn(async () => undefined);
    const job = createJob('a', run);
    job.start();
    await job.stop();
    expect(run).toHaveBeenCalledOnce();
  });

  describe('of a killed process', () => {
    const everyMs = 600_000;
    beforeEach(() => {
      vi.useFakeTimers({ now: 0 });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const openJobs = () => {
      const [shared, systemClock] = [createMemoryLease(), { now: () => Date.now() }];
      const open = (holder: string, run: () => Promise<void>) =>
        createPeriodicJob({
          ...{ name: 'job', everyMs, lease: shared, holder, clock: systemClock },
          logger: { warn: vi.fn() },
          run,
        });
      return { shared, open };
    };

    it('runs again when the next run of that process would have been due', async () => {
      const { open } = openJobs();
      await open('killed', async () => undefined).runNow();
      await vi.advanceTimersByTimeAsync(400_000);
      const run = vi.fn(async () => undefined);
      const job = open('next', run);
      job.start();
      await vi.advanceTimersByTimeAsync(everyMs - 400_000 - 1);
      expect(run).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(15_001);
      expect(run).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(everyMs);
      expect(run).toHaveBeenCalledTimes(2);
      await job.stop();
    });

    it('soon repeats a run that the process did not finish', async () => {
      const { shared, open } = openJobs();
      const proceed = Promise.withResolvers<void>();
      const killed = open('killed', () => proceed.promise);
      killed.start();
      await vi.advanceTimersByTimeAsync(60_000);
      const run = vi.fn(async () => undefined);
      const job = open('next', run);
      job.start();
      await vi.advanceTimersByTimeAsync(60_000);
      // A run is in progress.
      expect(run).not.toHaveBeenCalled();
      const { acquire } = shared;
      shared.acquire = (name, holder, ...rest) =>
        holder === 'killed' ? Promise.resolve(false) : acquire(name, holder, ...rest);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(run).toHaveBeenCalledOnce();
      proceed.resolve();
      await Promise.all([job.stop(), killed.stop()]);
    });
  });
});
