import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOutOfMemory, limitHeap, oldGenerationOf } from '#server/platform/thread-heap.ts';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import { type ThreadSource, toWorkerData } from '../../ledger/calculator/thread/thread-calculator.ts';
import type { ProofText } from '../../ledger/proof/proof-text.ts';
import type { LineProofReads, LineProofRequest } from '../proof/line-proof-request.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

/** Whose turn a report takes, and the number of transactions in its ledgers. */
export interface ReportTurn {
  readonly userId: string;
  readonly size: number;
  /** Whether the ledgers are those that were stored with a filed report, which only the reads know. */
  readonly isStored?: boolean;
}

export interface ReportThread {
  readonly makeReportBytes: (
    query: ReportQuery,
    reads: ReportReads,
    turn: ReportTurn,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  readonly makeLineProof: (
    request: LineProofRequest,
    reads: LineProofReads,
    turn: ReportTurn,
  ) => Promise<ProofText>;
  stop(): Promise<void>;
}

const workerFile = new URL('./report-worker.ts', import.meta.url);
const [maxOldMb, maxYoungMb] = [1536, 192];
const resourceLimits = {
  maxOldGenerationSizeMb: oldGenerationOf(maxOldMb),
  maxYoungGenerationSizeMb: maxYoungMb,
};
/** Number of transactions from which a report noticeably blocks other requests. */
export const minLargeLedger = 200;
/** Number of transactions from which a report often takes more than some seconds, so that shorter ones don't wait for it. */
const minLongLedger = 5_000;
/** A report of a smaller ledger that takes longer than this starts again among the long ones. */
const defaultMaxShortMs: Milliseconds = 15_000;
/** Time limit of one report, because the others queue behind it. */
const defaultMaxMs: Milliseconds = 3 * 60_000;

const tooLong = () =>
  new AppError(
    'conflict',
    'This report takes too long, or too much memory, to calculate. Leave other portfolios out of it, or move some wallets to a portfolio of their own.',
  );

export interface ReportThreadOptions {
  /**
   * Where the worker reads ledgers itself. Without it the main thread reads them, and packing a large one for the worker
   * blocks other calls for a fifth of a second.
   */
  readonly ownSource?: ThreadSource | undefined;
  readonly file?: URL | undefined;
  readonly maxMs?: Milliseconds | undefined;
  readonly maxShortMs?: Milliseconds | undefined;
}

/** A call of the worker. */
interface Make {
  readonly name: 'makeReportBytes' | 'makeLineProof';
  readonly query: ReportQuery | LineProofRequest;
  readonly reads: LineProofReads & Partial<ReportReads>;
  readonly isStored?: boolean | undefined;
}

/**
 * Makes reports of large ledgers, and proofs of their lines, in worker threads, so that other requests aren't blocked: one
 * at a time of those that can take minutes, and one of the others. One of these that takes too long for its queue starts
 * again in the other. The thread ends with each report, which frees its memory.
 */
export function createReportThread({
  ownSource,
  file = workerFile,
  maxMs = defaultMaxMs,
  maxShortMs = defaultMaxShortMs,
}: ReportThreadOptions = {}): ReportThread {
  const [longQueue, shortQueue] = [new FairQueue(), new FairQueue()];
  const running = new Set<Worker>();
  let isStopped = false;

  /** Throws `over` when the time is up. */
  async function makeNow(make: Make, limitMs: Milliseconds, over: Error): Promise<unknown> {
    if (isStopped) throw new Error('the server is stopping');
    const workerData = toWorkerData(make.isStored ? undefined : ownSource);
    const worker = new Worker(file, { resourceLimits, workerData });
    limitHeap(worker, maxOldMb + maxYoungMb);
    running.add(worker);
    const calls = new RemoteCalls(worker, { ...make.reads });
    worker.on('error', (error: Error) => calls.end(isOutOfMemory(error) ? tooLong() : error));
    worker.on('exit', () => calls.end(new Error('the thread that makes reports ended')));
    const timer = setTimeout(() => calls.end(over), limitMs);
    try {
      return await calls.call(make.name, make.query);
    } finally {
      clearTimeout(timer);
      await worker.terminate();
      running.delete(worker);
    }
  }

  const runLong = (userId: string, make: Make) =>
    longQueue.run(userId, () => makeNow(make, maxMs, tooLong()));

  async function run<Result>({ userId, size }: ReportTurn, make: Make): Promise<Result> {
    if (size >= minLongLedger) return (await runLong(userId, make)) as Result;
    const over = new Error('the report takes long');
    try {
      const limitMs = Math.min(maxShortMs, maxMs);
      return (await shortQueue.run(userId, () => makeNow(make, limitMs, over))) as Result;
    } catch (error) {
      if (error !== over) throw error;
      return (await runLong(userId, make)) as Result;
    }
  }

  return {
    makeReportBytes: (query, reads, turn) => run(turn, { name: 'makeReportBytes', query, reads }),
    makeLineProof: (query, reads, turn) =>
      run(turn, { name: 'makeLineProof', query, reads, isStored: turn.isStored }),
    async stop() {
      isStopped = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}
