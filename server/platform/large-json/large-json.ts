import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../http/app-error.ts';
import { setThreadHeap } from '../thread-heap.ts';
import { type JsonIssues, readChecked } from './read-checked.ts';
import { listAt, type Path } from './split-lists.ts';

/** A module that checks one field of the part that is read: see `JsonChecker`. */
export interface CheckerModule {
  readonly name: string;
  /** An address, as a thread can import it. */
  readonly module: string;
}

export interface JsonRequest {
  readonly bytes: Uint8Array;
  /** The field of the document that is wanted; the others are left out. */
  readonly field: string;
  readonly checkers: readonly CheckerModule[];
}

export type JsonAnswer =
  | { readonly issues: JsonIssues }
  | { readonly document: unknown }
  | { readonly path: Path; readonly items: readonly unknown[] }
  | { readonly isDone: true };

export interface LargeJsonBounds {
  readonly maxMs: Milliseconds;
  readonly memoryMiB: number;
  readonly file: URL;
}

const defaultBounds: LargeJsonBounds = {
  maxMs: 60_000,
  memoryMiB: 1024,
  file: new URL('./worker.ts', import.meta.url),
};
const semiSpaceMb = 8;
/** Up to this size reading takes a few milliseconds. */
const maxSmall = 16 * 1024;

/**
 * Reads a JSON body of many megabytes and checks it, in a thread of its own that ends with it: what takes too long or too
 * much memory is refused, and nobody else waits. Throws `AppError`s: `invalid_request`, `too_large`.
 */
export async function readLargeJson(
  request: JsonRequest,
  { maxMs, memoryMiB, file }: LargeJsonBounds = defaultBounds,
): Promise<unknown> {
  if (request.bytes.length <= maxSmall) {
    const read = await readChecked(request);
    if ('issues' in read) throw invalid(read.issues);
    return read.document;
  }
  setThreadHeap({ semiSpaceMb });
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  worker.on('error', (error) => failure.reject(describeDeath(error)));
  worker.on('exit', () => failure.reject(new Error('the thread that reads JSON ended')));
  const timer = setTimeout(() => failure.reject(tooMuch('takes too long')), maxMs);
  try {
    return await Promise.race([collect(worker, request), failure.promise]);
  } finally {
    clearTimeout(timer);
    // Not awaited: it may be in the middle of something long.
    void worker.terminate();
  }
}

/** Portion by portion, each asked for by itself: all at once would hold everybody up. */
async function collect(worker: Worker, request: JsonRequest): Promise<unknown> {
  const ask = (message: JsonRequest | 'more') =>
    new Promise<JsonAnswer>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(message);
    });
  const first = await ask(request);
  if ('issues' in first) throw invalid(first.issues);
  if (!('document' in first)) throw new Error('the thread gave no document');
  const { document } = first;
  for (;;) {
    const next = await ask('more');
    if (!('path' in next)) return document;
    listAt(document, next.path).push(...next.items);
  }
}

function invalid(issues: JsonIssues): AppError {
  return new AppError('invalid_request', issues[0]?.message ?? 'Not valid', { issues });
}

function tooMuch(what: string): AppError {
  return new AppError('too_large', `The file ${what} to read.`);
}

function describeDeath(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('takes too much memory') : error;
}
