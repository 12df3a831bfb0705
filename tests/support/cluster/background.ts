import { setTimeout as wait } from 'node:timers/promises';
import { UnansweredError } from './cluster-user.ts';

/** Repeated work in the background of a test. */
export interface Background {
  /** Stops it. Rejects with the first error that is not an `UnansweredError`. */
  stop(): Promise<void>;
}

/** Repeats work until stopped, with a pause after each run. */
export function repeat(pauseMs: number, work: () => Promise<void>): Background {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => {
        if (!(error instanceof UnansweredError)) throw error;
      });
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  running.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Repeats a call until there is an answer. For idempotent calls. */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
      await wait(300);
    }
  }
}
