import { parentPort } from 'node:worker_threads';

// A calculation thread that runs out of memory on its first call.
parentPort?.on('message', () => {
  throw Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
});
