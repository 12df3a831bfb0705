import { parentPort } from 'node:worker_threads';

// A calculation thread that dies on its first call.
parentPort?.on('message', () => process.exit(1));
