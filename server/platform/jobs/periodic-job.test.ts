import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
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
});
