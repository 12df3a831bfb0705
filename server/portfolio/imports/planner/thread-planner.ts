import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import type { WriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOutOfMemory, limitHeap, oldGenerationOf, setThreadHeap } from '#server/platform/thread-heap.ts';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import type { ImportKey, ImportPlanner } from './import-planner.ts';
import { type Outcome, readOutcome } from './outcome.ts';

export interface ThreadPlanner extends ImportPlanner {
  stop(): Promise<void>;
}

export interface ThreadPlannerDeps extends DatabaseLocation {
  /** The lock of the embedded database: the thread takes turns writing with the process. */
  readonly writeLock: WriteLock | undefined;
  readonly file?: URL;
  /** Time limit per call. */
  readonly limitMs?: Milliseconds;
  /** Default: this machine's time. */
  readonly now?: () => Instant;
}

export type PlannerData = DatabaseLocation & { readonly hasLock: boolean };

const workerFile = new URL('./worker.ts', import.meta.url);

/** A million rows take about a gigabyte. */
const maxHeapMb = 1536;
const resourceLimits = { maxOldGenerationSizeMb: oldGenerationOf(maxHeapMb) };
const heap = { semiSpaceMb: 2, initialOldMb: 32 };
/** An idle thread is stopped to free its memory: sooner after it wrote, because people look at the ledger next. */
const idleMs: Milliseconds = 5_000;
const idleAfterWriteMs: Milliseconds = 200;
/** A million rows take half a minute. A call over the limit is ended, because it holds up all others. */
const defaultLimitMs: Milliseconds = 5 * 60_000;

const tooMuch = (what: 'long' | 'much memory') =>
  new AppError('conflict', `The files of this portfolio take too ${what} to compare. Remove some of them.`);

interface Running {
  readonly worker: Worker;
  readonly calls: RemoteCalls;
  /** How far the time is ahead of this machine's clock, as the thread knows it. */
  ahead: Milliseconds;
}

/** Smaller changes of the difference between the clocks are noise. */
const minAheadChange: Milliseconds = 100;

/**
 * Plans and writes in a worker thread with its own connection. The thread starts on demand and runs one call at a
 * time.
 */
export function createThreadPlanner({
  dataDir,
  databaseUrl,
  connections,
  writeLock,
  file,
  limitMs = defaultLimitMs,
  now = Date.now,
}: ThreadPlannerDeps): ThreadPlanner {
  let running: Running | undefined;
  const queue = new FairQueue();
  let idle: NodeJS.Timeout | undefined;

  function start(): Running {
    setThreadHeap(heap);
    const workerData: PlannerData = { dataDir, databaseUrl, connections, hasLock: writeLock !== undefined };
    const worker = new Worker(file ?? workerFile, { resourceLimits, workerData });
    limitHeap(worker, maxHeapMb);
    const lock = lendLock(writeLock);
    const started: Running = { worker, calls: new RemoteCalls(worker, lock.handlers), ahead: 0 };
    const end = (error: Error) => {
      if (running === started) running = undefined;
      lock.end();
      started.calls.end(error);
    };
    worker.on('error', (error: Error) => end(isOutOfMemory(error) ? tooMuch('much memory') : error));
    worker.on('exit', () => end(new Error('the planning thread ended')));
    // An idle thread must not keep the process alive.
    worker.unref();
    running = started;
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ended = running;
    running = undefined;
    await ended?.worker.terminate();
  }

  /** The thread itself has only this machine's clock. Files are compared in the order in which they were applied. */
  function updateTime(used: Running): void {
    const ahead = now() - Date.now();
    if (Math.abs(ahead - used.ahead) < minAheadChange) return;
    used.ahead = ahead;
    used.calls.call('setAhead', ahead).catch(() => undefined);
  }

  async function callNow(name: keyof ImportPlanner, args: readonly unknown[]): Promise<unknown> {
    clearTimeout(idle);
    const used = running ?? start();
    const { worker, calls } = used;
    worker.ref();
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void stop();
    }, limitMs);
    try {
      updateTime(used);
      return readOutcome((await calls.call(name, ...args)) as Outcome);
    } catch (error) {
      throw isLate ? tooMuch('long') : error;
    } finally {
      clearTimeout(limit);
      worker.unref();
      const hasWritten = name !== 'preview' && name !== 'listPage';
      idle = setTimeout(() => void stop(), hasWritten ? idleAfterWriteMs : idleMs).unref();
    }
  }

  const remote = <Name extends keyof ImportPlanner>(name: Name) =>
    ((key: ImportKey, ...others: unknown[]) =>
      queue.run(key.userId, () => callNow(name, [key, ...others]))) as unknown as ImportPlanner[Name];

  return {
    preview: remote('preview'),
    listPage: remote('listPage'),
    apply: remote('apply'),
    remove: remote('remove'),
    settle: remote('settle'),
    stop,
  };
}

/** Lends the process's write lock to its thread. If the thread ends while holding or awaiting it, it is released. */
function lendLock(lock: WriteLock | undefined) {
  let isHeld = false;
  let isOver = false;
  const release = () => {
    if (isHeld) lock?.release();
    isHeld = false;
  };
  return {
    handlers: {
      acquireWrites: async () => {
        await lock?.acquire();
        isHeld = true;
        if (isOver) release();
      },
      releaseWrites: async () => release(),
    },
    end() {
      isOver = true;
      release();
    },
  };
}
