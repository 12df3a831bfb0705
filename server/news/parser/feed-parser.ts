import { Worker } from 'node:worker_threads';
import type { ParsedFeed } from './parsed-feed.ts';
import type { ParseAnswer, ParseRequest } from './worker.ts';

/** Parses feeds where it hurts nobody: in a thread of its own, with bounds on time and memory. */
export interface FeedParser {
  /** Takes the bytes over. Throws where they are no feed, or take too long or too much memory. */
  parse(request: ParseRequest): Promise<ParsedFeed>;
  /** Ends the thread; the next request starts another. */
  rest(): Promise<void>;
}

interface Bounds {
  /** For one feed, from when the thread runs. */
  readonly limitMs?: number;
  readonly memoryMiB?: number;
  /** In place of the parser. */
  readonly file?: URL;
}

const workerFile = new URL('./worker.ts', import.meta.url);

/** One thread, started when it is needed; the feeds take turns. A thread that hangs or dies is replaced by a new one. */
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
    // Its failures are those of the feed being parsed.
    started.on('error', () => undefined);
    // A thread that waits for work keeps no process alive.
    started.unref();
    await nextAnswer(started, startLimitMs);
    return started;
  }

  async function parseNext(request: ParseRequest): Promise<ParsedFeed> {
    const current = worker ?? (await start());
    worker = current;
    try {
      const answered = nextAnswer(current, limitMs);
      current.postMessage(request, listOwned(request.bytes));
      const answer = await answered;
      if (answer !== 'ready' && 'feed' in answer) return answer.feed;
      throw new UnreadableFeedError(answer === 'ready' ? 'no answer' : answer.failure);
    } catch (error) {
      if (!(error instanceof UnreadableFeedError)) await rest();
      throw error;
    }
  }

  async function rest(): Promise<void> {
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
    rest: () => {
      const rested = turn.then(rest);
      turn = rested;
      return rested;
    },
  };
}

/** What can be handed over instead of copied: memory that holds these bytes alone. */
function listOwned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** The thread is well, the feed is not. */
class UnreadableFeedError extends Error {}

/** A busy machine may take its time to start a thread. */
const startLimitMs = 30_000;

/** What a worker says next. Rejects where it dies or says nothing in time. */
function nextAnswer(worker: Worker, limitMs: number): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => end(reject, new Error(`parsing took longer than ${limitMs} ms`)), limitMs);
    const onMessage = (answer: ParseAnswer) => end(resolve, answer);
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
