import { parentPort } from 'node:worker_threads';

// A calculation thread that never answers.
parentPort?.on('message', () => undefined);
