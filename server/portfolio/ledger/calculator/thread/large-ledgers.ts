import { FairQueue } from '#server/platform/fair-queue.ts';
import { type AdmitWork, subjectOf } from '../inline-calculator.ts';

/**
 * How many ledgers of each size class are worked on at once. With more, a few accounts could fill the thread's memory,
 * which would end the thread and everybody's calls.
 */
const sizeClasses = [
  // Such a ledger takes about a hundred megabytes with what is computed from it.
  { minSize: 5_000, atOnce: 4 },
  // Such a ledger takes less, unless it names the maximum number of lots.
  { minSize: 1_000, atOnce: 6 },
];

/**
 * The same for valuing ledgers over a span: that takes a few tens of megabytes, and with thousands of coins a minute. Places
 * of their own, so that figures don't wait for it.
 */
const spanClasses = [
  { minSize: 5_000, atOnce: 3 },
  { minSize: 1_000, atOnce: 4 },
];

/** Limits how many large ledgers a thread works on at a time. Accounts, or else portfolios, take turns. */
export const createLargeLedgerAdmission = (): AdmitWork => createAdmission(sizeClasses);

/**
 * Limits how many large ledgers a thread values over a span at a time. Accounts take turns, one ledger each: the returns of
 * one account's ledgers leave the other places to others.
 */
export const createSpanAdmission = (): AdmitWork => createAdmission(spanClasses, 1);

function createAdmission(classes: typeof sizeClasses, atOnceEach?: number): AdmitWork {
  const queues = classes.map(({ minSize, atOnce }) => ({
    minSize,
    queue: new FairQueue(atOnce, atOnceEach),
  }));
  return (ledger, work) => {
    const found = queues.find(({ minSize }) => ledger.size >= minSize);
    return found ? found.queue.run(subjectOf(ledger), work) : work();
  };
}
