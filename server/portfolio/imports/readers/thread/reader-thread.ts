import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import { setThreadHeap } from '#server/platform/thread-heap.ts';
import type { PackedFile } from '../../drafts/pack-file.ts';
import type { ReadOptions } from '../reader.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { AnswerTimeoutError, type CollectedAnswers, collectAnswers } from './collect-answers.ts';
import type { WorkerRequest } from './worker.ts';

/**
 * Reads files in a worker thread, one at a time; networks take turns, as one may have several accounts. The thread is
 * ended if a file takes too long or too much memory.
 */
export interface ReaderThread {
  /** Transfers the bytes. Rejects with an `UnreadableFile` if nothing in the file can be read. */
  read(bytes: Uint8Array, options: ReadOptions): Promise<PackedFile>;
  stop(): Promise<void>;
}

export interface ReaderBounds {
  /** Time limit per file, once the thread runs. */
  readonly limitMs: Milliseconds;
  readonly memoryMiB: number;
  readonly file: URL;
  readonly now: () => Instant;
  /** Returns the subject whose turn a file takes; by default the network of the request. */
  readonly findSubject?: () => string | undefined;
}

/** Limits per file. */
export const defaultReaderBounds = {
  limitMs: 20_000,
  /** 1.5 times what the worst file within our limits takes. */
  memoryMiB: 768,
  file: new URL('./worker.ts', import.meta.url),
} as const;

/** Generous, because a busy machine starts threads slowly. */
const startLimitMs = 30_000;
/** An idle thread ends after this, to free its memory. */
const idleMs = 60_000;
/** After a file with more rows than this, the thread ends immediately to free its memory. */
const maxKeptRows = 10_000;
const heap = { semiSpaceMb: 2, initialOldMb: 24 };

export function createReaderThread(bounds: ReaderBounds): ReaderThread {
  const { limitMs, memoryMiB, file, now, findSubject = requesterNetwork } = bounds;
  let worker: Worker | undefined;
  const queue = new FairQueue();
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    setThreadHeap(heap);
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, stackSizeMb: 4 },
    });
    // Failures are reported through the file being read.
    started.on('error', () => undefined);
    // An idle thread must not keep the process alive.
    started.unref();
    await collectAnswers(started, startLimitMs);
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function readNow(request: WorkerRequest): Promise<PackedFile> {
    clearTimeout(idle);
    const current = worker ?? (await start());
    worker = current;
    try {
      const collected = collectAnswers(current, limitMs);
      current.postMessage(request, listOwned(request.bytes));
      const packed = toPackedFile(await collected);
      if (packed.rows > maxKeptRows) await stop();
      return packed;
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      await stop();
      throw error instanceof AnswerTimeoutError
        ? new UnreadableFile('unreadable', 'The file takes too long to read')
        : describeDeath(error);
    } finally {
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  return {
    read(bytes, options) {
      return queue.run(findSubject() ?? '', () => readNow({ bytes, options, now: now() }));
    },
    stop,
  };
}

/** Running out of memory is caused by the file; anything else is our own fault. */
function describeDeath(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new UnreadableFile('unreadable', 'The file takes too much memory to read');
}

/** Allows transferring the buffer instead of copying it, if it holds only these bytes. */
function listOwned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function toPackedFile({ parts, last }: CollectedAnswers): PackedFile {
  if (last === 'ready' || 'part' in last) throw new Error('the thread gave no answer');
  if ('file' in last) return { ...last.file, parts };
  if ('failure' in last) throw new Error(last.failure);
  const { reason, message, ...details } = last.refused;
  throw new UnreadableFile(reason, message, details);
}
