import { parentPort } from 'node:worker_threads';
import type { Message } from '../../../server/portfolio/ledger/calculator/thread/remote-calls.ts';

/** A replacement for the worker that plans imports. It requests its turn to write, and exits once it has it. */
parentPort?.on('message', (message: Message) => {
  if (message.kind === 'call')
    parentPort?.postMessage({ kind: 'call', id: 1, name: 'acquireWrites', args: [] });
  else process.exit(1);
});
