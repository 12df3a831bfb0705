import { once } from 'node:events';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import type { Milliseconds } from '#contract/units.ts';

/**
 * Keeps large transactions, such as the import of an account, from blocking everybody for seconds when they are committed.
 * Their write-ahead log is written to the disk as it grows, and copied into the database file in a thread.
 */
export interface Checkpoints {
  /**
   * Call it before a transaction, while no other can begin. Resolves at once, unless the log has become very long: then, when
   * as much as possible is copied.
   */
  beforeBegin(): Promise<void>;
  /** Call it after each statement of a transaction. */
  afterStatement(): void;
  /** Call it before a commit, and the function that it returns after it. */
  beforeCommit(): () => void;
  /** Resolves when the current copying has ended. */
  stop(): Promise<void>;
}

/** In bytes. Copying less takes SQLite some ten milliseconds. */
const maxCopiedByCommit = 16 * 1024 * 1024;
/** In bytes. To this the log is cut when it begins anew, so that its size tells how much there is to copy. */
export const keptLogBytes = 8 * 1024 * 1024;
/**
 * In bytes. The log begins anew only with a transaction that begins when all is copied. If large ones follow each other
 * closely, none does: when the log is so long, one has to wait.
 */
const defaultMaxLog = 256 * 1024 * 1024;
/** The log stays long while somebody reads from it, such as a backup: don't try again with every commit. */
const retryMs: Milliseconds = 1000;
/** If the thread breaks, as on a full disk, commits copy the log for so long: it must not grow without bounds. */
const brokenMs: Milliseconds = 60_000;
/** How often the growth of the log is looked at. */
const statementsPerLook = 16;
/** In pages: SQLite's default. */
const automatic = 1000;

const workerFile = new URL('./checkpoint-worker.ts', import.meta.url);

/** `writer`: the connection that commits to the file at `path`. */
export function createCheckpoints(
  writer: Pick<SqliteDatabase, 'prepare'>,
  path: string,
  maxLog = defaultMaxLog,
): Checkpoints {
  const logPath = `${path}-wal`;
  let pages = automatic;
  let running: Promise<unknown> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let brokenAt = Number.NEGATIVE_INFINITY;
  /** Up to here the log is copied. */
  let copiedTo = 0;

  function copyAtCommit(next: number): void {
    if (next === pages) return;
    writer.prepare(`PRAGMA wal_autocheckpoint = ${next}`).all([]);
    pages = next;
  }

  let statements = 0;
  let syncedTo = 0;
  let syncing: Promise<unknown> | undefined;

  async function syncLog(): Promise<void> {
    // SQLite locks other files: closing this one gives up none of its locks.
    const log = await open(logPath, 'r+');
    await log.datasync().finally(() => log.close());
  }

  function begin(): void {
    if (running || performance.now() - failedAt < retryMs) return;
    const size = sizeOf(logPath);
    running = copyInThread(path)
      .then(
        ([code]) => {
          if (code === 0) copiedTo = size;
          else failedAt = performance.now();
        },
        () => {
          brokenAt = performance.now();
        },
      )
      .finally(() => {
        running = undefined;
      });
  }

  /** How much there is still to copy. A little is copied by the next commit, however soon after the thread it comes. */
  function measureRest(): number {
    const size = sizeOf(logPath);
    // It has begun anew.
    if (size < copiedTo) copiedTo = 0;
    return size - copiedTo;
  }

  /**
   * Copies a little rest, and empties the log. If a transaction began it anew, its length would not tell how much there is of
   * the transaction until after the commit, which would copy all of it.
   */
  function cutLog(): void {
    try {
      writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
      measureRest();
    } catch {
      // The commit does it.
    }
  }

  return {
    async beforeBegin() {
      if (sizeOf(logPath) >= maxLog) {
        await running;
        // It leaves what has been committed since it began. All may be copied, while somebody still reads from it.
        if (measureRest() > maxCopiedByCommit) begin();
        await running;
      }
      if (copiedTo > 0 && !running && measureRest() <= maxCopiedByCommit) cutLog();
    },
    afterStatement() {
      statements += 1;
      if (syncing || statements % statementsPerLook > 0) return;
      const size = sizeOf(logPath);
      if (size < syncedTo) syncedTo = size;
      if (size - syncedTo < maxCopiedByCommit) return;
      syncedTo = size;
      // If it fails, the commit does it.
      syncing = syncLog()
        .catch(() => undefined)
        .finally(() => {
          syncing = undefined;
        });
    },
    beforeCommit() {
      const isLong = measureRest() > maxCopiedByCommit && performance.now() - brokenAt > brokenMs;
      copyAtCommit(isLong || running ? 0 : automatic);
      // Looks again, because the log is cut by the commit that begins it anew.
      return isLong ? begin : () => void (copiedTo > 0 && measureRest());
    },
    async stop() {
      await Promise.all([running, syncing]);
    },
  };
}

/** Rejects, and never throws, if the thread breaks or can't even be started: the commit before it has succeeded. */
const copyInThread = async (path: string) => once(new Worker(workerFile, { workerData: path }), 'exit');

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
