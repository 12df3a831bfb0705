import { parentPort } from 'node:worker_threads';
import { AppError } from '#server/platform/http/app-error.ts';
import { lowerThreadPriority } from '#server/platform/thread-priority.ts';
import { buildProofText } from './proof-text.ts';
import type { ProofWork, ThreadAnswer } from './proof-thread.ts';
import { ValueBook } from './value-book.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

lowerThreadPriority();

/** Builds one proof. Any error except a refusal ends the thread. */
port.once('message', ({ request, entries, ...rows }: ProofWork) => {
  port.postMessage(build(() => buildProofText(request, entries, ValueBook.fromRows(rows))));
});

function build(make: () => ThreadAnswer): ThreadAnswer {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } };
    throw error;
  }
}
