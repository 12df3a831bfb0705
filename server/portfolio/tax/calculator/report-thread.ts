import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOutOfMemory } from '#server/platform/thread-heap.ts';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import { type ThreadSource, toWorkerData } from '../../ledger/calculator/thread/thread-calculator.ts';
import type { ProofText } from '../../ledger/proof/proof-text.ts';
import type { LineProofReads, LineProofRequest } from '../proof/line-proof-request.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

/** Whose turn a report takes, and the number of transactions in its ledgers. */
export interface ReportTurn {
  readonly userId: string;
  readonly size: number;
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
const resourceLimits = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 192 };
/** Number of transactions from which a report noticeably blocks other requests. */
export const minLargeLedger = 200;
/** Number of transactions from which a report can take more than some seconds, so that shorter ones don't wait for it. */
const minLongLedger = 5_000;
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
}

/**
 * Makes reports of large ledgers, and proofs of their lines, in worker threads, so that other requests aren't blocked: one
 * at a time of those that can take minutes, and one of the others. The thread ends with each report, which frees its memory.
 */
export function createReportThread({
  ownSource,
  file = workerFile,
  maxMs = defaultMaxMs,
}: ReportThreadOptions = {}): ReportThread {
  const [longQueue, shortQueue] = [new FairQueue(), new FairQueue()];
  const running = new Set<Worker>();
  let isStopped = false;

  async function makeNow(
    name: 'makeReportBytes' | 'makeLineProof',
    query: ReportQuery | LineProofRequest,
    reads: LineProofReads & Partial<ReportReads>,
  ): Promise<unknown> {
    if (isStopped) throw new Error('the server is stopping');
    const worker = new Worker(file, { resourceLimits, workerData: toWorkerData(ownSource) });
    running.add(worker);
    const calls = new RemoteCalls(worker, { ...reads });
    worker.on('error', (error: Error) => calls.end(isOutOfMemory(error) ? tooLong() : error));
    worker.on('exit', () => calls.end(new Error('the thread that makes reports ended')));
    const timer = setTimeout(() => calls.end(tooLong()), maxMs);
    try {
      return await calls.call(name, query);
    } finally {
      clearTimeout(timer);
      await worker.terminate();
      running.delete(worker);
    }
  }

  const run = <Result>({ userId, size }: ReportTurn, make: () => Promise<unknown>) =>
    (size >= minLongLedger ? longQueue : shortQueue).run(userId, make) as Promise<Result>;

  return {
    makeReportBytes: (query, reads, turn) => run(turn, () => makeNow('makeReportBytes', query, reads)),
    makeLineProof: (request, reads, turn) => run(turn, () => makeNow('makeLineProof', request, reads)),
    async stop() {
      isStopped = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}
