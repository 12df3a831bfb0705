import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';

const everyMs: Milliseconds = 60_000;

/**
 * Returns a function to call at each occurrence of something that anyone can cause. It does not log a line for each: the
 * first is logged immediately, then at most one line a minute, with the number (`count`) since the line before. `fields`
 * describe the latest.
 */
export function createCountedWarning(deps: {
  text: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): (fields?: Readonly<Record<string, unknown>>) => void {
  const { text, clock, logger } = deps;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (fields) => {
    count += 1;
    const now = clock.now();
    // In both directions, so that setting the clock back silences nothing.
    if (Math.abs(now - loggedAt) < everyMs) return;
    logger.warn({ ...fields, count }, text);
    [loggedAt, count] = [now, 0];
  };
}
