import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#contract/errors.ts';
import type { Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { busyError } from '#server/platform/http/load/turns.ts';
import { isOutOfMemory, limitHeap, oldGenerationOf } from '#server/platform/thread-heap.ts';
import { maxSmallLots } from '../calculator/sized-calculator.ts';
import { unpackEntry } from '../engine/change-entry.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { countNamedLots } from '../engine/named-lots-budget.ts';
import type { ProofRequest } from './proof-request.ts';
import { buildProofText, type ProofText } from './proof-text.ts';
import type { ValueBook, ValueRows } from './value-book.ts';
import { tooLarge } from './write-proof.ts';

/** What the thread builds a proof from. */
export interface ProofWork extends ValueRows {
  readonly request: ProofRequest;
  readonly entries: readonly LedgerEntry[];
}

/** What the thread sends back. A refusal is an error meant for the user. */
export type ThreadAnswer =
  | ProofText
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string } };

/**
 * Builds a proof. `subject`: whose proof it is; subjects take turns. Throws `too_large`, also if building it takes too
 * long or too much memory, `unavailable` if many others wait, and `conflict` if too many lots are moved between wallets.
 */
export type BuildProof = (
  subject: string,
  request: ProofRequest,
  entries: readonly LedgerEntry[],
  values: ValueBook,
) => Promise<ProofText>;

interface ProofThread {
  readonly build: BuildProof;
  stop(): Promise<void>;
}

const workerFile = new URL('./proof-worker.ts', import.meta.url);
const maxHeapMb = 512;
const resourceLimits = { maxOldGenerationSizeMb: oldGenerationOf(maxHeapMb) };
/** Time limit of one proof, because the others queue behind it. */
const defaultMaxMs: Milliseconds = 60_000;

/**
 * The most proofs that wait: each keeps some megabytes in memory, and takes up to two seconds. Half of the places are for
 * subjects that have no other proof.
 */
const maxWaiting = 20;

/** Number of transactions from which a proof noticeably blocks other requests. */
const minLargeLedger = 200;

/** Builds large proofs in a worker thread, one at a time, for one subject after the other. The thread ends after each. */
export function createProofThread(file = workerFile, maxMs = defaultMaxMs): ProofThread {
  const queue = new FairQueue();
  let running: Worker | undefined;
  let isStopped = false;
  let open = 0;
  const openBySubject = new Map<string, number>();

  function count(subject: string, proofs: number): void {
    open += proofs;
    const own = (openBySubject.get(subject) ?? 0) + proofs;
    if (own === 0) openBySubject.delete(subject);
    else openBySubject.set(subject, own);
  }

  async function buildNow(work: ProofWork): Promise<ProofText> {
    if (isStopped) throw new Error('the server is stopping');
    const worker = new Worker(file, { resourceLimits });
    limitHeap(worker, maxHeapMb);
    running = worker;
    const answer = Promise.withResolvers<ThreadAnswer>();
    worker.on('message', answer.resolve);
    worker.on('error', (error: Error) => answer.reject(isOutOfMemory(error) ? tooLarge() : error));
    worker.on('exit', () => answer.reject(new Error('the thread that builds proofs ended')));
    const timer = setTimeout(() => answer.reject(tooLarge()), maxMs);
    try {
      worker.postMessage(work);
      const built = await answer.promise;
      if ('refusal' in built) throw new AppError(built.refusal.code, built.refusal.message);
      return built;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }

  return {
    async build(subject, request, entries, values) {
      if (entries.length < minLargeLedger && countNamedLots(entries) <= maxSmallLots)
        return buildProofText(request, entries, values);
      const places = openBySubject.has(subject) ? maxWaiting / 2 : maxWaiting;
      if (open > places) throw busyError('unavailable');
      count(subject, 1);
      try {
        const rows = values.toRows();
        const work = () => ({ request, entries: entries.map(unpackEntry), ...rows });
        return await queue.run(subject, () => buildNow(work()));
      } finally {
        count(subject, -1);
      }
    },
    async stop() {
      isStopped = true;
      await running?.terminate();
    },
  };
}
