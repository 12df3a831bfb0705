import type { Milliseconds } from '#contract/units.ts';
import type { ParsedFeed } from './parsed-feed.ts';
import { createParserThread, type ParserThread } from './parser-thread.ts';
import type { WorkerRequest } from './worker.ts';

/** Parses feeds in separate threads, limited in time and memory. */
export interface FeedParser {
  /** Transfers the bytes. Rejects if they are not a feed, or take too long or too much memory. */
  parse(request: WorkerRequest): Promise<ParsedFeed>;
  /** Ends the threads once they are done; the next request starts another. */
  stop(): Promise<void>;
}

interface Bounds {
  /** Per feed, once its thread runs. */
  readonly limitMs?: Milliseconds;
  readonly memoryMiB?: number;
  /** A worker to use instead of the parser's, for tests. */
  readonly file?: URL;
  /** After waiting this long, a feed gets another thread. */
  readonly maxWaitMs?: Milliseconds;
}

const workerFile = new URL('./worker.ts', import.meta.url);
/** Each has a memory limit. */
const maxThreads = 4;

/**
 * One thread, started on demand, in which feeds are queued. If a feed occupies it longer than usual, the others get
 * more threads, up to four.
 */
export function createFeedParser({
  limitMs = 5_000,
  memoryMiB = 96,
  file = workerFile,
  maxWaitMs = 250,
}: Bounds = {}): FeedParser {
  const waiting: ((thread: ParserThread) => void)[] = [];
  const idle: ParserThread[] = [];
  const parses = new Set<Promise<unknown>>();
  let threadCount = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Assigns waiting feeds to idle threads; if none is left, starts another one after a while. */
  function assign(): void {
    while (waiting.length > 0 && idle.length > 0) waiting.shift()!(idle.pop()!);
    clearTimeout(timer);
    if (waiting.length === 0 || threadCount === maxThreads) return;
    if (threadCount > 0) timer = setTimeout(addThread, maxWaitMs);
    else addThread();
  }

  function addThread(): void {
    threadCount += 1;
    idle.push(createParserThread({ limitMs, memoryMiB, file }));
    assign();
  }

  async function parse(request: WorkerRequest): Promise<ParsedFeed> {
    const thread = await new Promise<ParserThread>((take) => {
      waiting.push(take);
      assign();
    });
    return thread.parse(request).finally(() => {
      idle.push(thread);
      assign();
    });
  }

  return {
    parse(request) {
      const parsed = parse(request);
      const settled = parsed
        .catch(() => undefined)
        .finally(() => {
          parses.delete(settled);
        });
      parses.add(settled);
      return parsed;
    },
    async stop() {
      await Promise.all(parses);
      const ended = idle.splice(0);
      threadCount -= ended.length;
      await Promise.all(ended.map((thread) => thread.stop()));
    },
  };
}
