import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Crossing } from './armed-alert.ts';
import type { EvaluationService, EvaluationStep, RecordedStep } from './service.ts';

/** The evaluation of one refresh's quotes, which may take several transactions to write. */
export interface UnwrittenEvaluation extends Omit<EvaluationStep, 'next'> {
  readonly next: NonNullable<EvaluationStep['next']>;
}

export interface WrittenEvaluation {
  readonly firingCount: number;
  /** Keys of the crossed alerts that stay armed. */
  readonly stillArmed: ReadonlySet<number>;
}

interface Deps {
  readonly service: EvaluationService;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The maximum number of crossings per transaction: other writers to the embedded database wait a fifth of a second for it. */
const maxBatchSize = 200;

/**
 * Writes an evaluation. Progress is written last, so that unfinished work is found again. Returns null if another
 * process has progressed further. `isOneByOne`: each firing has a separate transaction, and one that can't be written
 * is skipped.
 */
export async function writeEvaluation(
  deps: Deps,
  evaluated: UnwrittenEvaluation,
  { isOneByOne }: { isOneByOne: boolean },
): Promise<WrittenEvaluation | null> {
  const { crossings } = evaluated;
  const steps: RecordedStep[] = [];
  const size = isOneByOne ? 1 : maxBatchSize;
  const last = isOneByOne ? [] : crossings.slice(-(crossings.length % size || size));
  for (let first = 0; first < crossings.length - last.length; first += size) {
    const batch = crossings.slice(first, first + size);
    const step = { ...evaluated, crossings: batch, next: null, switchedToReal: [] };
    const recorded = await (isOneByOne ? recordOne(deps, step) : deps.service.record(step));
    if (!recorded) return null;
    steps.push(recorded);
    // Writes to the embedded database are synchronous.
    await yieldToEventLoop();
  }
  const recorded = await deps.service.record({ ...evaluated, crossings: last });
  if (!recorded) return null;
  steps.push(recorded);
  return {
    firingCount: steps.reduce((sum, { firings }) => sum + firings.length, 0),
    stillArmed: new Set(steps.flatMap(({ stillArmed }) => [...stillArmed])),
  };
}

/**
 * Tries a firing with its notifications, then without them, then skips it. It only gives anything up if the database
 * accepts other writes; otherwise it rejects, and everything is retried later.
 */
async function recordOne({ service, logger }: Deps, step: EvaluationStep): Promise<RecordedStep | null> {
  const [{ key, coinId }] = step.crossings as [Crossing];
  const canWrite = () => service.record({ ...step, crossings: [] });
  try {
    return await service.record(step);
  } catch {
    // The fault may have been temporary.
    if (!(await canWrite())) return null;
  }
  try {
    return await service.record(step);
  } catch (error) {
    if (!(await canWrite())) return null;
    logger.warn({ err: error, alert: key, coinId }, 'the notifications of a firing could not be written');
  }
  try {
    return await service.record(step, { shouldNotify: false });
  } catch (error) {
    if (!(await canWrite())) return null;
    logger.warn({ err: error, alert: key, coinId }, 'a firing could not be written and is left out');
    return { firings: [], stillArmed: new Set([key]) };
  }
}
