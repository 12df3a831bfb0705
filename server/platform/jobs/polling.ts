import type { Logger } from 'pino';

export interface Polling {
  start(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** Whether it is told to end: then work that has many parts begins no other. */
  isStopped(): boolean;
}

/** Does `work` again and again, each time `everyMs` after it ended. What it throws is logged as `failure`. */
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
