import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';

/** Logs failing deliveries without a line per attempt. */
export interface DeliveryFailureLog {
  /** `fields` say why the attempt failed. */
  recordFailure(fields: Readonly<Record<string, unknown>>): void;
  recordSuccess(): void;
}

const logEveryMs = 60_000;

/**
 * Logs one line when failures begin, then at most one a minute with the number since, and one when deliveries work
 * again.
 */
export function createDeliveryFailureLog(deps: {
  /** What is sent, as in `some e-mails could not be sent`. */
  what: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}): DeliveryFailureLog {
  const { what, clock, logger } = deps;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  let isFailing = false;

  return {
    recordFailure(fields) {
      unlogged += 1;
      const now = clock.now();
      // In both directions, so that setting the clock back silences nothing.
      if (Math.abs(now - loggedAt) < logEveryMs) return;
      logger.warn({ ...fields, failures: unlogged }, `some ${what} could not be sent; each is tried again`);
      [loggedAt, unlogged, isFailing] = [now, 0, true];
    },
    recordSuccess() {
      if (!isFailing) return;
      logger.info({ failures: unlogged }, `${what} are sent again`);
      [unlogged, isFailing] = [0, false];
    },
  };
}
