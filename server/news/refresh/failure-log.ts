import type { Logger } from 'pino';
import type { Refreshed } from './feed-refresh.ts';

/**
 * Says in one line, and only when it changes, which feeds cannot be read. Gives what takes a round: what came of the
 * feeds that were asked, by their addresses.
 */
export function createFailureLog(deps: {
  addresses: readonly string[];
  logger: Pick<Logger, 'info' | 'warn'>;
}): (round: ReadonlyMap<string, Refreshed>) => void {
  const { addresses, logger } = deps;
  const failing = new Map<string, string>();

  return (round) => {
    const before = new Set(failing.keys());
    for (const [address, refreshed] of round) {
      if ('reason' in refreshed) failing.set(address, refreshed.reason);
      else if (refreshed.kind !== 'left') failing.delete(address);
    }
    if (failing.size === 0 && before.size > 0) logger.info('all news feeds can be read again');
    if ([...failing.keys()].every((address) => before.has(address))) return;
    const text = `${failing.size} of ${addresses.length} news feeds cannot be read; each is tried again`;
    // Where it is all of them there is most often one reason, such as no network.
    if (failing.size === addresses.length) logger.warn({ reasons: listReasons(failing) }, text);
    else
      logger.info({ feeds: [...failing].map(([address, reason]) => `${hostOf(address)}: ${reason}`) }, text);
  };
}

const hostOf = (address: string) => new URL(address).host;

/** Each once, whatever host it names. */
function listReasons(failing: ReadonlyMap<string, string>): string[] {
  const reasons = [...failing].map(([address, reason]) =>
    reason.replaceAll(new URL(address).hostname, '').trim(),
  );
  return [...new Set(reasons)];
}
