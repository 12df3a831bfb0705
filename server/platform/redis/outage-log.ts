import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';

export interface OutageLog {
  note(isDown: boolean): void;
  stop(): void;
}

const everyMs: Milliseconds = 60_000;
/** How long connecting may take at start. */
const startMs: Milliseconds = 2_000;

/** Logs one line when an outage begins, one every minute while it lasts, and one when it is over. */
export function createOutageLog(logger: Pick<Logger, 'warn' | 'info'>, reason: () => unknown): OutageLog {
  let timer: NodeJS.Timeout | undefined;
  let lines = 0;
  let isStopped = false;

  function write(): void {
    lines += 1;
    logger.warn(
      { err: reason() },
      'Redis is unreachable: this server continues with its share of limits and budgets',
    );
    timer = setTimeout(write, everyMs);
  }

  timer = setTimeout(write, startMs);
  return {
    note(isDown) {
      clearTimeout(timer);
      // Closing the connection ends it, too.
      if (isStopped) return;
      if (isDown) return write();
      if (lines > 0) logger.info('Redis is back');
      lines = 0;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
