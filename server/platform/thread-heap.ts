import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';

/** Sizes in megabytes. */
export interface ThreadHeap {
  /** One of the two halves of the young generation. */
  readonly semiSpaceMb: number;
  /** The size of the old generation before its first collection; V8 decides by default. */
  readonly initialOldMb?: number;
}

/**
 * Sets the heap of threads started afterwards. The server's young generation is small, and a thread that creates many
 * long-lived objects would spend half its time collecting it. Set through flags, which V8 reads when it creates a
 * thread's heap, because the server's flags would override a resource limit.
 */
export function setThreadHeap({ semiSpaceMb, initialOldMb = 0 }: ThreadHeap): void {
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--initial-old-space-size=${initialOldMb}`);
}

/** Memory of a thread beyond its limit, in megabytes: more than the largest piece that it takes, and what it takes until it is ended. */
const reserveMb = 128;
const checkEveryMs: Milliseconds = 50;
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** The resource limit of a thread that `limitHeap` ends at `maxMb`. */
export const oldGenerationOf = (maxMb: number): number => maxMb + reserveMb;

/**
 * Ends a thread whose heap exceeds `maxMb`, with the error of one that runs out of memory. By itself that error comes only
 * where the thread wanted a small piece: one that wants tens of megabytes, as a map of a million rows does when it grows,
 * ends the whole process.
 */
export function limitHeap(worker: Worker, maxMb: number): void {
  let isAsking = false;
  async function check(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    // Rejects if the thread doesn't run yet, or no longer.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    isAsking = false;
    if (heap === undefined || heap.used_heap_size <= maxMb * 1024 * 1024) return;
    clearInterval(timer);
    worker.emit('error', Object.assign(new Error('the heap of a thread is full'), { code: outOfMemory }));
    await worker.terminate();
  }
  const timer = setInterval(() => void check(), checkEveryMs).unref();
  worker.once('exit', () => clearInterval(timer));
}

/** Whether a thread ended because its heap reached its limit. */
export const isOutOfMemory = (error: Error & { readonly code?: string }): boolean =>
  error.code === outOfMemory;

/**
 * Releases memory this thread no longer uses, except compiled code. By itself, V8 would wait until the heap has grown.
 * `last-resort` also finds what one collection leaves, but takes several times as long.
 */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'last-resort'): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Readonly<Record<string, string>>) => void;
  setFlagsFromString('--no-expose-gc');
  // Functions would have to be compiled again, which takes longer than most of them run.
  setFlagsFromString('--no-flush-bytecode');
  collect({ type: 'major', execution: 'sync', flavor });
  setFlagsFromString('--flush-bytecode');
}
