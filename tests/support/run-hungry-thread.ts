import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limitHeap, oldGenerationOf } from '#server/platform/thread-heap.ts';

// Prints the error of a thread that needs more memory than it may have.
const maxHeapMb = 300;
const resourceLimits = { maxOldGenerationSizeMb: oldGenerationOf(maxHeapMb) };
const worker = new Worker(new URL('./hungry-worker.ts', import.meta.url), { resourceLimits });
limitHeap(worker, maxHeapMb);
worker.postMessage('');
const [error] = (await once(worker, 'error').catch((reason: unknown) => [reason])) as [
  Error & { code?: string },
];
console.log(error.code);
