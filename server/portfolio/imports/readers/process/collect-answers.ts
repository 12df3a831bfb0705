import type { ChildProcess } from 'node:child_process';
import type { Milliseconds } from '#contract/units.ts';
import { startProcessorClock } from './start-processor-clock.ts';
import type { WorkerAnswer } from './worker.ts';

export interface TimeLimits {
  /** Processor time, which is the same on a busy machine. */
  readonly processorMs: Milliseconds;
  /** Time on the clock, for a process that doesn't run at all. */
  readonly elapsedMs: Milliseconds;
}

/** The process's messages for one request. */
export interface CollectedAnswers {
  readonly parts: readonly string[];
  readonly last: WorkerAnswer;
}

/** The process did not answer in time. */
export class AnswerTimeoutError extends Error {}

/** The process ended before it answered. */
export class ProcessEndedError extends Error {
  /** Whether V8 or the system ended it, as they do when memory runs out. */
  readonly isAbort: boolean;
  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`the process ended with ${signal ?? code}`);
    this.isAbort = signal !== null || code === abortedCode;
  }
}

/** The exit code a shell reports for an abort. */
const abortedCode = 134;

/** Between two looks at the processor time. */
const checkMs: Milliseconds = 250;

const isAnswer = (message: unknown): message is WorkerAnswer =>
  message === 'ready' || (typeof message === 'object' && message !== null);

/** Collects the messages up to the first that isn't a part. Rejects if the process ends or exceeds a time limit. */
export function collectAnswers(
  child: ChildProcess,
  { processorMs, elapsedMs }: TimeLimits,
): Promise<CollectedAnswers> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    const readUsed = startProcessorClock(child.pid);
    const endLate = () => end(reject, new AnswerTimeoutError());
    const limit = setTimeout(endLate, elapsedMs);
    const checks = setInterval(() => readUsed() > processorMs && endLate(), checkMs);
    const onMessage = (message: unknown) => {
      if (!isAnswer(message)) end(reject, new Error('the process sent something other than an answer'));
      else if (message !== 'ready' && 'part' in message) parts.push(message.part);
      else end(resolve, { parts, last: message });
    };
    const onError = (error: Error) => end(reject, error);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      end(reject, new ProcessEndedError(code, signal));
    function end<T>(settle: (value: T) => void, value: T): void {
      clearTimeout(limit);
      clearInterval(checks);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle(value);
    }
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
