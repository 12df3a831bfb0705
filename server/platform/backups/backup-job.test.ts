import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Database } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createDatabaseLease } from '../jobs/lease.ts';
import { createBackupJob } from './backup-job.ts';
import { type BackupThread, createBackupThread } from './backup-thread.ts';
import { parseKeepRule } from './keep-rule.ts';
import { verifyBackup } from './verify-backup.ts';

const hour = 3_600_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the automatic backups of a server on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let folder: string;
    let now = 0;
    const clock = { now: () => now };
    const advance = (ms: number) => {
      now += ms;
    };
    beforeEach(async () => {
      now = Date.parse('2026-11-22T10:00Z');
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      folder = mkdtempSync(join(tmpdir(), 'altimeter-backups-'));
    });
    afterEach(async () => {
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** One of the servers that share the database. */
    function createServer(holder: string, thread: BackupThread = createBackupThread(), into = folder) {
      const registry = new Registry();
      const lines: { level: string; text: string; error: string }[] = [];
      const log = (level: string) => (details: { err?: Error }, text: string) =>
        void lines.push({ level, text, error: details.err?.message ?? '' });
      const { dataDir, databaseUrl } = database.options;
      const job = createBackupJob({
        plan: { folder: into, everyMs: hour, keep: parseKeepRule('2h')! },
        dataDir,
        databaseUrl,
        environment: process.env,
        database: db,
        lease: createDatabaseLease(db),
        holder,
        clock,
        logger: { info: log('info'), warn: log('warn'), error: log('error') } as never,
        registry,
        thread,
      });
      return { job, registry, lines };
    }
    const listBackups = () => readdirSync(folder).filter((file) => /\.(db|dump)$/.test(file));

    it('are made by one of several servers, every hour, and can be restored', async () => {
      const servers = [createServer('a'), createServer('b')];
      await Promise.all(servers.map(({ job }) => job.runIfDue()));
      for (const { job } of servers) await job.runIfDue();
      const [first, ...others] = listBackups();
      expect(others).toEqual([]);
      const { databaseUrl } = database.options;
      const server = databaseUrl === undefined ? undefined : { url: databaseUrl, environment: process.env };
      expect(await verifyBackup(join(folder, first!), server)).toMatchObject({ isCompared: true });
      expect(await servers[0]!.registry.metrics()).toMatch(/^backup_size_bytes [1-9]/m);
    });

    it('are not repeated by a server that starts within the hour', async () => {
      await createServer('a').job.runIfDue();
      const restarted = createServer('a again');
      advance(hour - 1);
      await restarted.job.runIfDue();
      expect(listBackups()).toHaveLength(1);
      expect(await restarted.registry.metrics()).toMatch(/^backup_age_seconds 3599\.999$/m);
      advance(1);
      await restarted.job.runIfDue();
      expect(listBackups()).toHaveLength(2);
      advance(hour);
      await restarted.job.runIfDue();
      expect(listBackups()).toHaveLength(2);
    });

    it('that fail are logged and counted, and retried five minutes later', async () => {
      let tries = 0;
      const full: BackupThread = {
        async run() {
          tries += 1;
          throw new Error('the disk is full');
        },
        stop: async () => undefined,
      };
      const { job, registry, lines } = createServer('a', full);
      await job.runIfDue();
      await job.runIfDue();
      expect(tries).toBe(1);
      expect(lines).toEqual([{ level: 'error', text: 'a backup failed', error: 'the disk is full' }]);
      expect(await registry.metrics()).toMatch(/^backup_failures_total 1$/m);
      advance(5 * 60_000);
      await job.runIfDue();
      expect(tries).toBe(2);
    });

    it('that are interrupted leave no partial file, and don’t touch those of other servers', async () => {
      const { dataDir, databaseUrl } = database.options;
      const others = `altimeter-2026-11-22T09-59-59.000Z.db.${process.pid}.partial`;
      writeFileSync(join(folder, others), '');
      const task = {
        folder,
        keep: parseKeepRule('2h')!,
        dataDir,
        databaseUrl,
        environment: process.env,
        now,
      };
      const thread = createBackupThread();
      const running = thread.run(task).catch(() => undefined);
      await thread.stop();
      await running;
      expect(readdirSync(folder).filter((file) => file.includes('.partial'))).toEqual([others]);
    });

    it('say in one line why they fail', async () => {
      const file = join(folder, 'a file');
      writeFileSync(file, '');
      const { job, lines } = createServer('a', createBackupThread(), file);
      await job.runIfDue();
      expect(lines[0]).toMatchObject({
        level: 'error',
        error: `Backups cannot be written to the folder ${file} (EEXIST).`,
      });
      await expect(job.prepare!()).rejects.toThrow('Backups cannot be written to the folder');
    });
  });
}
