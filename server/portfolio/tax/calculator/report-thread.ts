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

export interface ReportThread {
  readonly makeReportBytes: (
    query: ReportQuery,
    reads: ReportReads,
    userId: string,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  readonly makeLineProof: (
    request: LineProofRequest,
    reads: LineProofReads,
    userId: string,
  ) => Promise<ProofText>;
  stop(): Promise<void>;
}

const workerFile = new URL('./report-worker.ts', import.meta.url);
const resourceLimits = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 192 };
/** Number of transactions from which a report noticeably blocks other requests. */
export const minLargeLedger = 200;
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
 * Makes reports of large ledgers, and proofs of their lines, in a worker thread, one at a time, so that other requests
 * aren't blocked. The thread ends with each report, which frees its memory.
 */
export function createReportThread({
  ownSource,
  file = workerFile,
  maxMs = defaultMaxMs,
}: ReportThreadOptions = {}): ReportThread {
  const queue = new FairQueue();
  let running: Worker | undefined;
  let isStopped = false;

  async function makeNow(
    name: 'makeReportBytes' | 'makeLineProof',
    query: ReportQuery | LineProofRequest,
    reads: LineProofReads & Partial<ReportReads>,
  ): Promise<unknown> {
    if (isStopped) throw new Error('the server is stopping');
    const worker = new Worker(file, { resourceLimits, workerData: toWorkerData(ownSource) });
    running = worker;
    const calls = new RemoteCalls(worker, { ...reads });
    worker.on('error', (error: Error) => calls.end(isOutOfMemory(error) ? tooLong() : error));
    worker.on('exit', () => calls.end(new Error('the thread that makes reports ended')));
    const timer = setTimeout(() => calls.end(tooLong()), maxMs);
    try {
      return await calls.call(name, query);
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }

  return {
    makeReportBytes: (query, reads, userId) =>
      queue.run(userId, () => makeNow('makeReportBytes', query, reads) as Promise<Uint8Array<ArrayBuffer>>),
    makeLineProof: (request, reads, userId) =>
      queue.run(userId, () => makeNow('makeLineProof', request, reads) as Promise<ProofText>),
    async stop() {
      isStopped = true;
      await running?.terminate();
    },
  };
}
