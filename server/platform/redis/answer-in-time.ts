import type { Milliseconds } from '#contract/units.ts';

/** No answer within the limit. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * The answer, or a `NoAnswerError` after `limitMs`. After this process paused, timers run before sockets are read, so
 * an answer that has already arrived still counts.
 */
export async function answerInTime<T>(answer: Promise<T>, limitMs: Milliseconds): Promise<T> {
  const late = Promise.withResolvers<never>();
  let read: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    read = setImmediate(() => late.reject(new NoAnswerError('No answer in time')));
  }, limitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    clearImmediate(read);
  }
}
