import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';

/** Tells the log that something is not sent and tried again, without a line for each try. */
export interface FailureCount {
  /** A try failed; `fields` say why. */
  failed(fields: Readonly<Record<string, unknown>>): void;
  worked(): void;
}

const tellEveryMs = 60_000;

/** One line when it begins, then at most one a minute with how many tries failed since, and one when it works again. */
export function createFailureCount(deps: {
  /** What is sent, as in `some mails could not be sent`. */
  what: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}): FailureCount {
  const { what, clock, logger } = deps;
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  let isFailing = false;

  return {
    failed(fields) {
      untold += 1;
      const now = clock.now();
      // Either way, so that a clock that was set back silences nothing.
      if (Math.abs(now - toldAt) < tellEveryMs) return;
      logger.warn({ ...fields, failures: untold }, `some ${what} could not be sent; each is tried again`);
      [toldAt, untold, isFailing] = [now, 0, true];
    },
    worked() {
      if (!isFailing) return;
      logger.info({ failures: untold }, `${what} are sent again`);
      [untold, isFailing] = [0, false];
    },
  };
}
