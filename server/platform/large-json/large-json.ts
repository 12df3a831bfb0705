import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../http/app-error.ts';
import { type JsonIssues, type JsonPart, type JsonRequest, readChecked } from './read-checked.ts';
import { listAt, type Path } from './split-lists.ts';

export type JsonAnswer =
  | { readonly issues: JsonIssues }
  | { readonly document: unknown }
  | { readonly path: Path; readonly items: readonly unknown[] }
  | { readonly isDone: true };

interface LargeJsonBounds {
  readonly maxMs: Milliseconds;
  readonly memoryMiB: number;
  readonly file: URL;
}

/** The exit code a shell reports for an abort. */
const abortedCode = 134;
const defaultBounds: LargeJsonBounds = {
  maxMs: 60_000,
  memoryMiB: 1024,
  file: new URL('./worker.ts', import.meta.url),
};
/** Up to this size reading takes a few milliseconds. */
const maxSmall = 16 * 1024;

/**
 * Reads and checks a JSON body of many megabytes in a separate process that ends with it: a body that takes too long or
 * too much memory is refused, and nobody else waits. A thread would not do, because one that runs out of memory while
 * parsing ends the whole process. Throws `AppError`s: `invalid_request`, `too_large`.
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
  const { bytes, ...part } = request;
  const child = start(file, memoryMiB);
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  child.on('error', failure.reject);
  child.on('exit', (code, signal) => failure.reject(describeEnd(code, signal)));
  const timer = setTimeout(() => failure.reject(tooMuch('takes too long')), maxMs);
  try {
    // It may end before it has read everything.
    child.stdin?.on('error', () => undefined).end(bytes);
    return await Promise.race([collect(child, part), failure.promise]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function start(file: URL, memoryMiB: number): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(file, {
    execArgv: [`--max-old-space-size=${memoryMiB}`, '--max-semi-space-size=8'],
    // No secrets, because it reads input from strangers.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

/** Fetches the result batch by batch, because receiving it all in one message would block the event loop. */
async function collect(child: ChildProcess, part: JsonPart): Promise<unknown> {
  const ask = (message: JsonPart | 'more') =>
    new Promise<JsonAnswer>((resolve, reject) => {
      child.once('message', (answer) => resolve(answer as JsonAnswer));
      child.send(message, (error) => error && reject(error));
    });
  const first = await ask(part);
  if ('issues' in first) throw invalid(first.issues);
  if (!('document' in first)) throw new Error('the process returned no document');
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

/** Out of memory, it is aborted by V8 or by the system. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal !== null || code === abortedCode) return tooMuch('takes too much memory');
  return new Error(`the process that reads JSON ended with ${code}`);
}
