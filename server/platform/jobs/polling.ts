import type { Logger } from 'pino';

export interface Polling {
  start(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
  /** Whether `stop` was called: then long work should begin no further part. */
  isStopped(): boolean;
}

/** Repeats `work`, `everyMs` after it last ended. Errors are logged with the message `failure`. */
export function createPolling(deps: {
  everyMs: number;
  work: () => Promise<void>;
  failure: string;
  logger: Pick<Logger, 'warn'>;
}): Polling {
  const { everyMs, work, failure, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  function poll(): void {
    running = work()
      .catch((error: unknown) => logger.warn({ err: error }, failure))
      .then(() => {
        if (!isStopped) timer = setTimeout(poll, everyMs);
      });
  }

  return {
    start: poll,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
