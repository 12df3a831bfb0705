import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createHeldLease } from '../jobs/held-lease.ts';
import type { Lease } from '../jobs/lease.ts';
import { createPolling } from '../jobs/polling.ts';
import { registerAge } from '../log/register-age.ts';
import type { Job } from '../module.ts';
import { type BackupThread, createBackupThread } from './backup-thread.ts';
import type { KeepRule } from './keep-rule.ts';
import { createLastBackupStore } from './last-backup-store.ts';
import { makeBackupFolder } from './make-backup-folder.ts';

/** The schedule of automatic backups. */
export interface BackupPlan {
  readonly folder: string;
  readonly everyMs: Milliseconds;
  readonly keep: KeepRule;
}

interface BackupJobDeps {
  readonly plan: BackupPlan;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** For PostgreSQL's programs. */
  readonly environment: NodeJS.ProcessEnv;
  readonly database: Database;
  readonly lease: Lease;
  readonly holder: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>;
  readonly registry: Registry;
  readonly thread?: BackupThread;
}

/** How often servers check whether a backup is due. */
const maxCheckInterval: Milliseconds = 30_000;
const maxRetryAfter: Milliseconds = 5 * 60_000;

/**
 * Backs up the database at a fixed interval, on one of the servers sharing it. The time of the last backup is stored in
 * the database, so that neither a restart nor another server makes one early. A failure is retried after five minutes
 * at most.
 */
export function createBackupJob(deps: BackupJobDeps): Job & { runIfDue(): Promise<void> } {
  const { plan, database, clock, logger, holder, thread = createBackupThread() } = deps;
  const store = createLastBackupStore(database);
  const lease = createHeldLease({ ...deps, name: 'backup' });
  const metrics = registerBackupMetrics(deps.registry, clock);
  let retryAt: Instant = 0;

  async function isDue(): Promise<boolean> {
    const last = await store.get();
    metrics.noteLast(last);
    const now = clock.now();
    // A time in the future means that the clock has been set back since.
    return last === undefined || now >= last.taken_at + plan.everyMs || last.taken_at > now + plan.everyMs;
  }

  async function make(): Promise<void> {
    const now = clock.now();
    const { folder, keep } = plan;
    const { dataDir, databaseUrl, environment } = deps;
    const made = await thread.run({ folder, keep, dataDir, databaseUrl, environment, now });
    await store.set({ taken_at: now, server: holder, size: made.size });
    metrics.noteLast({ taken_at: now, size: made.size });
    logger.info({ file: made.file, bytes: made.size, removed: made.removed.length }, 'a backup was made');
  }

  async function runIfDue(): Promise<void> {
    if (clock.now() < retryAt || !(await isDue()) || !(await lease.hold())) return;
    try {
      // Another server may have made it before this one got the lease.
      if (await isDue()) await lease.keepDuring(make);
      retryAt = 0;
    } catch (error) {
      retryAt = clock.now() + Math.min(plan.everyMs, maxRetryAfter);
      metrics.countFailure();
      logger.error({ err: error }, 'a backup failed');
    } finally {
      await lease.release();
    }
  }

  const polling = createPolling({
    everyMs: Math.min(plan.everyMs, maxCheckInterval),
    work: runIfDue,
    failure: 'the last backup could not be looked up',
    logger,
  });

  return {
    runIfDue,
    async prepare() {
      makeBackupFolder(plan.folder);
      if (deps.databaseUrl === undefined) return;
      const { checkPostgresPrograms } = await import('./postgres-backup.ts');
      await checkPostgresPrograms({ url: deps.databaseUrl, environment: deps.environment });
    },
    start: polling.start,
    async stop() {
      const stopped = polling.stop();
      await thread.stop();
      await stopped;
    },
  };
}

function registerBackupMetrics(registry: Registry, clock: Clock) {
  let lastAt: Instant | null = null;
  const registers = [registry];
  const failures = new Counter({ name: 'backup_failures_total', help: 'Backups that failed', registers });
  const size = new Gauge({ name: 'backup_size_bytes', help: 'Size of the last backup', registers });
  registerAge(registers, {
    name: 'backup_age_seconds',
    help: 'Time since the last backup that any server made',
    now: clock.now,
    getAsOf: () => lastAt,
  });
  return {
    countFailure: () => failures.inc(),
    noteLast(last: { readonly taken_at: Instant; readonly size: number } | undefined) {
      if (!last) return;
      lastAt = last.taken_at;
      size.set(last.size);
    },
  };
}
