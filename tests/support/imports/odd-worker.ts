import { parentPort } from 'node:worker_threads';
import type { WorkerRequest } from '../../../server/portfolio/imports/readers/thread/worker.ts';

/** A replacement for the worker that reads files. The file's name selects its behaviour. */
const behaviours: Readonly<Record<string, () => void>> = {
  hang: () => {
    for (;;);
  },
  eat: () => {
    const held: unknown[] = [];
    for (;;) held.push(new Array(1_000_000).fill(held));
  },
  leave: () => process.exit(1),
  throw: () => {
    throw new Error('a fault of the worker');
  },
  fail: () => parentPort?.postMessage({ failure: 'a fault of a reader' }),
  read: () => parentPort?.postMessage({ file: { format: 'kraken' } }),
};

parentPort?.on('message', ({ options }: WorkerRequest) => behaviours[options.fileName]?.());
parentPort?.postMessage('ready');
