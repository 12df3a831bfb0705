import type { Worker } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import type { WorkerAnswer } from './worker.ts';

/** A worker's messages for one request. */
export interface CollectedAnswers {
  readonly parts: readonly string[];
  readonly last: WorkerAnswer;
}

/** The worker did not answer in time. */
export class AnswerTimeoutError extends Error {}

/** Collects the worker's messages up to the first that isn't a part. Rejects if it dies or exceeds the time limit. */
export function collectAnswers(worker: Worker, limitMs: Milliseconds): Promise<CollectedAnswers> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    const limit = setTimeout(() => end(reject, new AnswerTimeoutError()), limitMs);
    const onMessage = (answer: WorkerAnswer) => {
      if (answer !== 'ready' && 'part' in answer) parts.push(answer.part);
      else end(resolve, { parts, last: answer });
    };
    const onError = (error: unknown) => end(reject, error);
    const onExit = () => end(reject, new Error('the thread ended'));
    function end<T>(settle: (value: T) => void, value: T): void {
      clearTimeout(limit);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle(value);
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
