import type { Milliseconds } from '#contract/units.ts';
import { StartError } from '#server/platform/start-error.ts';
import { isAnswering } from '../database/postgres/watch-connections.ts';

/** How often to check that the server answers, and how long it may take. */
export interface AnswerChecks {
  readonly everyMs: Milliseconds;
  readonly limitMs: Milliseconds;
}

export const defaultChecks: AnswerChecks = { everyMs: 10_000, limitMs: 3_000 };
/** After this many vain checks one after another the server counts as gone. */
const maxVainChecks = 3;

/**
 * Ends work whose server no longer answers, with a `StartError`, and aborts its signal. When a network drops packets, neither side is notified, and
 * programs and statements would wait for hours.
 */
export async function whileAnswering<T>(
  server: { readonly url: string; readonly signal?: AbortSignal | undefined },
  { everyMs, limitMs }: AnswerChecks,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const failed = Promise.withResolvers<never>();
  let vainChecks = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    vainChecks = (await isAnswering(server.url, limitMs)) ? 0 : vainChecks + 1;
    if (vainChecks < maxVainChecks) {
      timer &&= setTimeout(check, everyMs);
      return;
    }
    gone.abort();
    failed.reject(new StartError('The PostgreSQL server of DATABASE_URL no longer answers.'));
  };
  timer = setTimeout(check, everyMs);
  const signal = server.signal ? AbortSignal.any([server.signal, gone.signal]) : gone.signal;
  try {
    return await Promise.race([work(signal), failed.promise]);
  } finally {
    clearTimeout(timer);
    timer = undefined;
  }
}
