import { Worker } from 'node:worker_threads';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import type { CloseService, CloseSpan } from '#server/market/closes/service.ts';
import { busyError } from '#server/platform/http/load/turns.ts';
import { isOutOfMemory, limitHeap, oldGenerationOf, setThreadHeap } from '#server/platform/thread-heap.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { LedgerCalculator } from '../ledger-query.ts';
import type { LedgerSource } from '../ledger-source.ts';
import type { PastValues } from '../past-values.ts';
import type { LedgerParts } from '../portfolio-ledger.ts';
import { RemoteCalls } from './remote-calls.ts';
import { type SummaryChanges, SummaryReader } from './summary-changes.ts';

/** A module with which the thread reads ledgers itself by calling its export `openReadChanges` with the options. */
export interface ThreadSource {
  readonly module: URL;
  readonly options: unknown;
}

/** The type of that export. */
export type OpenReadChanges = (options: never) => Promise<LedgerSource['readChanges']>;

export interface ThreadCalculator extends LedgerCalculator {
  /** Starts the thread early, because loading and compiling its code takes a few tenths of a second. */
  prepare(): Promise<void>;
  /** Whether it is running and has answered. */
  isReady(): boolean;
  stop(): Promise<void>;
}

const workerFile = new URL('./worker.ts', import.meta.url);

/** Two ledgers of the maximum size take 250 MiB. */
const maxHeapMb = 1024;
const resourceLimits = { maxOldGenerationSizeMb: oldGenerationOf(maxHeapMb) };

/**
 * Most memory allocated while building a ledger stays in use, so collecting it in small steps, as suits the server,
 * would take half of the time. A ledger of the maximum size takes more than `initialOldMb`, so that the garbage of reading
 * it is collected once or twice.
 */
const heap = { semiSpaceMb: 2, initialOldMb: 56 };

type ThreadParts = Pick<LedgerParts, 'source'> & {
  /** If it offers closes for threads, the worker thread decodes them. */
  readonly past: PastValues & Partial<Pick<CloseService, 'readSpanForThread' | 'requestMissing'>>;
  /** Without it, `source` is used in the calling thread, where reading a large ledger blocks other calls. */
  readonly ownSource?: ThreadSource | undefined;
  /** Default: this machine's time. */
  readonly now?: (() => Instant) | undefined;
} & Pick<LedgerParts, 'market'>;

/** Smaller changes of the difference between the clocks are noise. */
const minAheadChange: Milliseconds = 100;

interface Running {
  readonly worker: Worker;
  readonly calls: RemoteCalls;
  readonly summaries: SummaryReader;
  hasAnswered: boolean;
  /** How far the time is ahead of this machine's clock, as the thread knows it. */
  ahead: Milliseconds;
  /** The market, as the thread knows it. */
  market: string | undefined;
  preparing?: Promise<void>;
}

/** When to try again, in seconds, after other users' ledgers have filled the memory of the shared thread. */
const retryAfterOutOfMemory = 5;

/** Computes figures in a worker thread without blocking other calls. It starts on demand and is replaced if it dies. */
export function createThreadCalculator(
  { source, past, ownSource, now = Date.now, market }: ThreadParts,
  file = workerFile,
): ThreadCalculator {
  let running: Running | undefined;

  function start(): Running {
    setThreadHeap(heap);
    const worker = new Worker(file, { resourceLimits, workerData: toWorkerData(ownSource) });
    limitHeap(worker, maxHeapMb);
    const calls = new RemoteCalls(worker, {
      readChanges: (...args: Parameters<typeof source.readChanges>) => source.readChanges(...args),
      readCloses: (...args: Parameters<typeof past.readCloses>) => past.readCloses(...args),
      readRates: (...args: Parameters<typeof past.readRates>) => past.readRates(...args),
      readSpan: async (span: CloseSpan) => (past.readSpanForThread ?? past.readSpan)(span),
      requestMissing: async (coinId: CoinId, newest: DayNumber) =>
        (await past.requestMissing?.(coinId, newest)) ?? false,
    });
    const started: Running = {
      ...{ worker, calls, summaries: new SummaryReader() },
      ...{ hasAnswered: false, ahead: 0, market: undefined },
    };
    const end = (error: Error) => {
      if (running === started) running = undefined;
      calls.end(error);
    };
    worker.on('error', (error: Error) =>
      end(isOutOfMemory(error) ? busyError('unavailable', retryAfterOutOfMemory) : error),
    );
    worker.on('exit', () => end(new Error('the thread that calculates figures ended')));
    // An idle thread must not keep the process alive.
    worker.unref();
    running = started;
    return started;
  }

  const call = (name: keyof LedgerCalculator | 'prepare', args: readonly unknown[]) =>
    callThread(running ?? start(), name, args);

  /** The thread itself has only this machine's clock, by which a day may end at the wrong time. */
  function updateTime(used: Running): void {
    const ahead = now() - Date.now();
    if (Math.abs(ahead - used.ahead) < minAheadChange) return;
    used.ahead = ahead;
    used.calls.call('setAhead', ahead).catch(() => undefined);
  }

  function updateMarket(used: Running): void {
    const shown = market?.();
    if (shown === used.market) return;
    used.market = shown;
    used.calls.call('setMarket', shown).catch(() => undefined);
  }

  async function callThread(used: Running, name: string, args: readonly unknown[]): Promise<unknown> {
    const { worker, calls } = used;
    worker.ref();
    try {
      updateTime(used);
      updateMarket(used);
      const answer = await calls.call(name, ...args);
      used.hasAnswered = true;
      return answer;
    } finally {
      if (calls.isIdle) worker.unref();
    }
  }

  const remote = <Name extends keyof LedgerCalculator>(name: Name) =>
    ((...args: unknown[]) => call(name, args)) as unknown as LedgerCalculator[Name];

  return {
    prepare() {
      const used = running ?? start();
      used.preparing ??= call('prepare', []).then(
        () => undefined,
        (error: unknown) => {
          delete used.preparing;
          throw error;
        },
      );
      return used.preparing;
    },
    isReady: () => running?.hasAnswered ?? false,
    summarize(query) {
      const used = running ?? start();
      return used.summaries.read(
        query,
        (known) => callThread(used, 'summarize', [query, known]) as Promise<SummaryChanges>,
      );
    },
    writeLots: remote('writeLots'),
    listDisposals: remote('listDisposals'),
    compareMethods: remote('compareMethods'),
    preview: remote('preview'),
    calculateReturns: remote('calculateReturns'),
    listValues: remote('listValues'),
    listBalances: remote('listBalances'),
    prove: remote('prove'),
    async stop() {
      const ended = running;
      running = undefined;
      await ended?.worker.terminate();
    },
  };
}

export interface WorkerData {
  readonly ownSource: { readonly module: string; readonly options: unknown } | null;
}

/** For a thread that may read ledgers itself. */
export function toWorkerData(source: ThreadSource | undefined): WorkerData {
  return { ownSource: source ? { module: source.module.href, options: source.options } : null };
}
