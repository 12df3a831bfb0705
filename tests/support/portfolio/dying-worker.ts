import { parentPort } from 'node:worker_threads';

// A calculating thread that dies of its first call.
parentPort?.on('message', () => process.exit(1));
