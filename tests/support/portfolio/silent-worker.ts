import { parentPort } from 'node:worker_threads';

// A calculating thread that never answers.
parentPort?.on('message', () => undefined);
