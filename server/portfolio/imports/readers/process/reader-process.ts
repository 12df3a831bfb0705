import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import type { PackedFile } from '../../drafts/pack-file.ts';
import type { ReadOptions } from '../draft.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import {
  AnswerTimeoutError,
  type CollectedAnswers,
  collectAnswers,
  ProcessEndedError,
  type TimeLimits,
} from './collect-answers.ts';
import type { WorkerRequest } from './worker.ts';

/**
 * Reads files in a process of its own, one at a time. Networks take turns, not accounts, because one person may have
 * several. The process is ended if a file takes too long or too much memory. A thread would not do: one that needs a large
 * piece of memory when there is none left ends the whole server.
 */
export interface ReaderProcess {
  /** Rejects with an `UnreadableFile` if nothing in the file can be read. */
  read(bytes: Uint8Array, options: ReadOptions): Promise<PackedFile>;
  stop(): Promise<void>;
}

export interface ReaderBounds {
  /** Time limits per file, once the process runs. */
  readonly time: TimeLimits;
  readonly startTime: TimeLimits;
  readonly memoryMiB: number;
  readonly file: URL;
  readonly now: () => Instant;
  /** Returns whose turn a file takes; by default that of the request's network. */
  readonly findSubject?: () => string | undefined;
}

/** Limits per file. */
export const defaultReaderBounds = {
  /** The largest spreadsheet takes six seconds; at our low priority a busy machine gives us a quarter of a processor. */
  time: { processorMs: 20_000, elapsedMs: 120_000 },
  /** Generous, because a busy machine starts processes slowly. */
  startTime: { processorMs: 30_000, elapsedMs: 30_000 },
  /** 1.5 times what the worst file within our limits takes. */
  memoryMiB: 768,
  file: new URL('./worker.ts', import.meta.url),
} as const;

/** An idle process ends after this, to free its memory. */
const idleMs: Milliseconds = 60_000;
/** After a file with more rows than this, the process ends immediately to free its memory. */
const maxKeptRows = 10_000;
const interrupted = 'The server stopped while it was reading the file. Please choose the file again.';

export function createReaderProcess(bounds: ReaderBounds): ReaderProcess {
  const { time, startTime, memoryMiB, file, now, findSubject = requesterNetwork } = bounds;
  let child: ChildProcess | undefined;
  const queue = new FairQueue();
  let idle: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function start(): Promise<ChildProcess> {
    const cache = getCompileCacheDir();
    const started = fork(file, {
      // Four threads that collect garbage take more processor time than one, and others wait for them.
      execArgv: [`--max-old-space-size=${memoryMiB}`, '--max-semi-space-size=2', '--v8-pool-size=1'],
      // No secrets, because it reads input from strangers.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    // Failures are reported through the file being read.
    started.on('error', () => undefined);
    started.stdin?.on('error', () => undefined);
    // An idle process must not keep the server alive.
    started.unref();
    started.channel?.unref();
    (started.stdin as Socket | null)?.unref();
    // Before it is ready, so that it is ended if it never is.
    child = started;
    await collectAnswers(started, startTime).catch((error: unknown) => {
      throw error instanceof AnswerTimeoutError ? new Error('the process did not start in time') : error;
    });
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    if (!ended || hasEnded(ended)) return;
    const exit = new Promise((resolve) => ended.once('exit', resolve));
    ended.ref();
    ended.kill('SIGKILL');
    await exit;
  }

  async function readNow(bytes: Uint8Array, options: ReadOptions): Promise<PackedFile> {
    clearTimeout(idle);
    if (isStopping) throw new AppError('unavailable', interrupted);
    let current = child;
    try {
      if (!current || hasEnded(current)) current = await start();
      const collected = collectAnswers(current, time);
      sendFile(current, { size: bytes.length, options, now: now() }, bytes);
      const packed = toPackedFile(await collected);
      if (packed.rows > maxKeptRows) await end();
      return packed;
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      await end();
      if (isStopping) throw new AppError('unavailable', interrupted);
      throw describeFailure(error);
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    read(bytes, options) {
      return queue.run(findSubject() ?? '', () => readNow(bytes, options));
    },
    stop() {
      isStopping = true;
      return end();
    },
  };
}

/** The file goes through a pipe: a message would be copied as a whole, and hold up all other requests meanwhile. */
function sendFile(child: ChildProcess, request: WorkerRequest, bytes: Uint8Array): void {
  child.send(request, () => undefined);
  child.stdin?.write(bytes);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const advice = 'Split it into smaller files, or save it as CSV if it is a spreadsheet';

/** Taking too long or too much memory is caused by the file; anything else is our own fault. */
function describeFailure(error: unknown): unknown {
  if (error instanceof AnswerTimeoutError)
    return new UnreadableFile('unreadable', `The file takes too long to read. ${advice}`);
  if (error instanceof ProcessEndedError && error.isAbort)
    return new UnreadableFile('unreadable', `The file takes too much memory to read. ${advice}`);
  return error;
}

function toPackedFile({ parts, last }: CollectedAnswers): PackedFile {
  if (last === 'ready' || 'part' in last) throw new Error('the process gave no answer');
  if ('file' in last) return { ...last.file, parts };
  if ('failure' in last) throw new Error(last.failure);
  const { reason, message, ...details } = last.refused;
  throw new UnreadableFile(reason, message, details);
}
