import type { Logger } from 'pino';
import type { Crossing } from './armed-alert.ts';
import type { EvaluatedStep, RecordedStep, RecordStore } from './record-store.ts';

/** What came of evaluating quotes, whole: however many transactions it takes. */
export interface Evaluated extends Omit<EvaluatedStep, 'next'> {
  readonly next: NonNullable<EvaluatedStep['next']>;
}

export interface Written {
  /** How many fired. */
  readonly count: number;
  /** The crossed alerts that stay armed, by their keys. */
  readonly staying: ReadonlySet<number>;
}

interface Deps {
  readonly records: RecordStore;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Written in one transaction: more that fire on the same quotes are written in several. */
const mostAtOnce = 500;

/**
 * Writes an evaluation: how far it is comes last, so that what was left undone is found again. Null: another process
 * has come further meanwhile. `isCareful`: each firing on its own, and one that can't be written does not keep the
 * others from it.
 */
export async function writeEvaluation(
  deps: Deps,
  evaluated: Evaluated,
  { isCareful }: { isCareful: boolean },
): Promise<Written | null> {
  const { crossings } = evaluated;
  const steps: RecordedStep[] = [];
  const size = isCareful ? 1 : mostAtOnce;
  const last = isCareful ? [] : crossings.slice(-(crossings.length % size || size));
  for (let first = 0; first < crossings.length - last.length; first += size) {
    const step = { ...evaluated, crossings: crossings.slice(first, first + size), next: null, nowReal: [] };
    const recorded = await (isCareful ? recordOne(deps, step) : deps.records.record(step));
    if (!recorded) return null;
    steps.push(recorded);
  }
  const recorded = await deps.records.record({ ...evaluated, crossings: last });
  if (!recorded) return null;
  steps.push(recorded);
  return {
    count: steps.reduce((sum, { firings }) => sum + firings.length, 0),
    staying: new Set(steps.flatMap(({ staying }) => [...staying])),
  };
}

/**
 * With what is to be sent or, where that is what fails, without; and where nothing helps, not at all. Only what fails
 * for this alert alone may cost it something: where the database takes nothing at the moment this rejects, and all is
 * tried again later.
 */
async function recordOne({ records, logger }: Deps, step: EvaluatedStep): Promise<RecordedStep | null> {
  const [{ key, coinId }] = step.crossings as [Crossing];
  const canWrite = () => records.record({ ...step, crossings: [] });
  try {
    return await records.record(step);
  } catch {
    // It may have been a passing fault.
    if (!(await canWrite())) return null;
  }
  try {
    return await records.record(step);
  } catch (error) {
    if (!(await canWrite())) return null;
    logger.warn({ err: error, alert: key, coinId }, 'an alert fires, but nobody can be sent word of it');
  }
  try {
    return await records.record(step, { isSilent: true });
  } catch (error) {
    if (!(await canWrite())) return null;
    logger.warn({ err: error, alert: key, coinId }, 'an alert should fire and cannot');
    return { firings: [], staying: new Set([key]) };
  }
}
