import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Draft, ReadFile, ReadOptions } from '../reader.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** Reads files in a thread of its own, one after the other. One that takes too long or too much memory is ended. */
export interface ReaderThread {
  /** Transfers the bytes. Rejects with an `UnreadableFile` where nothing of the file can be read. */
  read(bytes: Uint8Array, options: ReadOptions): Promise<ReadFile>;
  stop(): Promise<void>;
}

export interface ReaderBounds {
  /** For one file, once the thread runs. */
  readonly limitMs: Milliseconds;
  readonly memoryMiB: number;
  readonly file: URL;
  readonly now: () => Instant;
}

/** What a server gives one file. */
export const defaultReaderBounds = {
  limitMs: 20_000,
  memoryMiB: 320,
  file: new URL('./worker.ts', import.meta.url),
} as const;

/** A busy machine starts threads slowly. */
const startLimitMs = 30_000;
/** An idle thread gives its memory back. */
const idleMs = 60_000;

export function createReaderThread({ limitMs, memoryMiB, file, now }: ReaderBounds): ReaderThread {
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // Failures are reported by the file being read.
    started.on('error', () => undefined);
    // An idle thread must not keep the process alive.
    started.unref();
    await collect(started, startLimitMs);
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function readNow(request: WorkerRequest): Promise<ReadFile> {
    clearTimeout(idle);
    const current = worker ?? (await start());
    worker = current;
    try {
      const collected = collect(current, limitMs);
      current.postMessage(request, listOwned(request.bytes));
      return toReadFile(await collected);
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      await stop();
      throw error instanceof Error && error.message === 'time'
        ? new UnreadableFile('unreadable', 'The file takes too long to read')
        : describeDeath(error);
    } finally {
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  return {
    read(bytes, options) {
      const result = queue.then(() => readNow({ bytes, options, now: now() }));
      queue = result.catch(() => undefined);
      return result;
    },
    stop,
  };
}

/** A thread that ran out of memory says so; anything else is a fault of ours. */
function describeDeath(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new UnreadableFile('unreadable', 'The file takes too much memory to read');
}

/** The buffer to transfer instead of copy: only one that holds nothing but these bytes. */
function listOwned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

interface Collected {
  readonly drafts: readonly Draft[];
  readonly last: WorkerAnswer;
}

function toReadFile({ drafts, last }: Collected): ReadFile {
  if (last === 'ready' || 'drafts' in last) throw new Error('the thread gave no answer');
  if ('file' in last) return { ...last.file, drafts };
  if ('failure' in last) throw new Error(last.failure);
  const { reason, message, ...details } = last.refused;
  throw new UnreadableFile(reason, message, details);
}

/** The worker's messages up to one that is no part. Rejects where it dies or does not answer in time. */
function collect(worker: Worker, limitMs: Milliseconds): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const drafts: Draft[] = [];
    const limit = setTimeout(() => end(reject, new Error('time')), limitMs);
    const onMessage = (answer: WorkerAnswer) => {
      if (answer !== 'ready' && 'drafts' in answer) drafts.push(...answer.drafts);
      else end(resolve, { drafts, last: answer });
    };
    const onError = (error: unknown) => end(reject, error);
    const onExit = () => end(reject, new Error('the thread ended'));
    function end<T>(settle: (value: T) => void, value: T): void {
      clearTimeout(limit);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle(value);
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
