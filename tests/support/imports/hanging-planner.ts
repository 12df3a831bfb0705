import { parentPort } from 'node:worker_threads';

/** A replacement for the worker that plans imports: it never answers. */
parentPort?.on('message', () => undefined);
