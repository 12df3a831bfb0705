import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import type { ParsedFeed } from './parsed-feed.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** A thread that parses one feed at a time, started on demand. If it hangs or dies, it is replaced. */
export interface ParserThread {
  /** Transfers the bytes. Rejects if they are not a feed, or take too long or too much memory. */
  parse(request: WorkerRequest): Promise<ParsedFeed>;
  stop(): Promise<void>;
}

export interface ThreadBounds {
  /** Per feed, once the thread runs. */
  readonly limitMs: Milliseconds;
  readonly memoryMiB: number;
  readonly file: URL;
}

/** A busy machine starts threads slowly. */
const startLimitMs = 30_000;

export function createParserThread({ limitMs, memoryMiB, file }: ThreadBounds): ParserThread {
  let worker: Worker | undefined;

  async function start(): Promise<Worker> {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    // Failures are reported through the feed being parsed.
    started.on('error', () => undefined);
    // An idle thread must not keep the process alive.
    started.unref();
    await nextAnswer(started, startLimitMs);
    return started;
  }

  async function stop(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    async parse(request) {
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
    },
    stop,
  };
}

/** The buffer to transfer instead of copying, if it contains nothing but these bytes. */
function listOwned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** The feed is unreadable, but the thread is fine. */
class UnreadableFeedError extends Error {}

/** The worker's next message. Rejects if it dies or does not answer in time. */
function nextAnswer(worker: Worker, limitMs: Milliseconds): Promise<WorkerAnswer> {
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
