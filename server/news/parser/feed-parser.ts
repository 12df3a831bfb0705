import { Worker } from 'node:worker_threads';
import type { ParsedFeed } from './parsed-feed.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** Parses feeds in a thread of its own, with limits on time and memory. */
export interface FeedParser {
  /** Transfers the bytes. Throws where they are no feed, or take too long or too much memory. */
  parse(request: WorkerRequest): Promise<ParsedFeed>;
  /** Ends the thread; the next request starts another. */
  stop(): Promise<void>;
}

interface Bounds {
  /** For one feed, once the thread runs. */
  readonly limitMs?: number;
  readonly memoryMiB?: number;
  /** A worker in place of the parser's. */
  readonly file?: URL;
}

const workerFile = new URL('./worker.ts', import.meta.url);

/** One thread, started on demand; feeds are queued. A thread that hangs or dies is replaced. */
export function createFeedParser({
  limitMs = 5_000,
  memoryMiB = 96,
  file = workerFile,
}: Bounds = {}): FeedParser {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Worker> {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    // Failures are reported by the feed being parsed.
    started.on('error', () => undefined);
    // An idle thread must not keep the process alive.
    started.unref();
    await nextAnswer(started, startLimitMs);
    return started;
  }

  async function parseNext(request: WorkerRequest): Promise<ParsedFeed> {
    const current = worker ?? (await start());
    worker = current;
    try {
      const answered = nextAnswer(current, limitMs);
      current.postMessage(request, listOwned(request.bytes));
      const answer = await answered;
      if (answer !== 'ready' && 'feed' in answer) return answer.feed;
      throw new UnreadableFeedError(answer === 'ready' ? 'no answer' : answer.failure);
    } catch (error) {
      if (!(error instanceof UnreadableFeedError)) await stop();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    parse(request) {
      const parsed = turn.then(() => parseNext(request));
      turn = parsed.catch(() => undefined);
      return parsed;
    },
    stop: () => {
      const stopped = turn.then(stop);
      turn = stopped;
      return stopped;
    },
  };
}

/** The buffer to transfer instead of copy: only one that holds nothing but these bytes. */
function listOwned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** The feed is unreadable; the thread is fine. */
class UnreadableFeedError extends Error {}

/** A busy machine starts threads slowly. */
const startLimitMs = 30_000;

/** The worker's next message. Rejects where it dies or does not answer in time. */
function nextAnswer(worker: Worker, limitMs: number): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => end(reject, new Error(`parsing took longer than ${limitMs} ms`)), limitMs);
    const onMessage = (answer: WorkerAnswer) => end(resolve, answer);
    const onError = (error: unknown) => end(reject, error);
    const onExit = () => end(reject, new Error('the parser ended'));
    function end<T>(settle: (value: T) => void, value: T): void {
      clearTimeout(limit);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle(value);
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
