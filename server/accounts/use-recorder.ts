import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';

/** Longer than the write takes unless somebody's long transaction is in its way. */
const maxWaitMs: Milliseconds = 250;

/**
 * Records the uses of sessions or API keys, one write at a time for each. A call that only reads waits briefly for it:
 * importing another account can take a minute. Failures are only logged: reading must work even if writing fails, for
 * example on a full disk.
 */
export type UseRecorder = (use: {
  readonly id: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly write: () => Promise<void>;
}) => Promise<void>;

/** `failure`: the message to log. */
export function createUseRecorder(failure: string): UseRecorder {
  const underWay = new Set<string>();
  return async ({ id, log, write }) => {
    if (underWay.has(id)) return;
    underWay.add(id);
    const written = write()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => underWay.delete(id));
    const done = new AbortController();
    const limit = wait(maxWaitMs, undefined, { ref: false, signal: done.signal }).catch(() => undefined);
    await Promise.race([written, limit]);
    done.abort();
  };
}
