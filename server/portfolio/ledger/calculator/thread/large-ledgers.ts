import { FairQueue } from '#server/platform/fair-queue.ts';
import type { AdmitWork } from '../inline-calculator.ts';

/** Few accounts together could otherwise fill the memory of the thread, which ends with everybody's calls. */
const classes = [
  // A ledger takes about a hundred megabytes with what is computed from it.
  { minSize: 5_000, atOnce: 4 },
  // Less, unless it names the maximum number of lots.
  { minSize: 1_000, atOnce: 6 },
];

/** Limits how many large ledgers a thread works on at a time. Portfolios take turns. */
export function createLargeLedgers(): AdmitWork {
  const queues = classes.map(({ minSize, atOnce }) => ({ minSize, queue: new FairQueue(atOnce) }));
  return ({ portfolioId, size }, work) => {
    const found = queues.find(({ minSize }) => size >= minSize);
    return found ? found.queue.run(portfolioId, work) : work();
  };
}
