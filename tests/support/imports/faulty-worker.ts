import type { WorkerRequest } from '../../../server/portfolio/imports/readers/process/worker.ts';

/** A replacement for the process that reads files. The file's name selects its behaviour. */
const behaviours: Readonly<Record<string, () => void>> = {
  hang: () => {
    for (;;);
  },
  wait: () => undefined,
  pause: () => void setTimeout(() => process.send?.({ file: { format: 'kraken' } }), 1_000),
  eat: () => {
    const held: unknown[] = [];
    for (;;) held.push(new Array(1_000_000).fill(held));
  },
  grow: () => {
    const held: unknown[] = [];
    for (;;) held.push(null);
  },
  leave: () => process.exit(1),
  throw: () => {
    throw new Error('a fault of the worker');
  },
  fail: () => process.send?.({ failure: 'a fault of a reader' }),
  null: () => process.send?.(null as never),
  read: () => process.send?.({ file: { format: 'kraken' } }),
};

process.on('message', (request) => behaviours[(request as WorkerRequest).options.fileName]?.());
process.send?.('ready');
