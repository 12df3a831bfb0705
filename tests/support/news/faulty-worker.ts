import { parentPort } from 'node:worker_threads';

/** A replacement for the feed parser's worker. The feed's address selects its behaviour. */
const behaviours: Readonly<Record<string, () => void>> = {
  hang: () => {
    for (;;);
  },
  exhaustMemory: () => {
    const held: unknown[] = [];
    for (;;) held.push(new Array(1_000_000).fill(held));
  },
  leave: () => process.exit(1),
  throw: () => {
    throw new Error('a fault of the worker');
  },
  refuse: () => parentPort?.postMessage({ failure: 'no feed' }),
  read: () => parentPort?.postMessage({ feed: { title: 'read', items: [] } }),
};

parentPort?.on('message', ({ address }: { address: string }) => behaviours[address]?.());
parentPort?.postMessage('ready');
