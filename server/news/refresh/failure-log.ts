import type { Logger } from 'pino';
import type { FeedResult } from './feed-refresh.ts';

/**
 * Logs which feeds can't be read in one line, and only when another one fails or all have recovered. Returns a function
 * that takes the results of a round, by feed URL.
 */
export function createFailureLog(deps: {
  addresses: readonly string[];
  logger: Pick<Logger, 'info' | 'warn'>;
}): (round: ReadonlyMap<string, FeedResult>) => void {
  const { addresses, logger } = deps;
  const failing = new Map<string, string>();

  return (round) => {
    const before = new Set(failing.keys());
    for (const [address, result] of round) {
      if ('reason' in result) failing.set(address, result.reason);
      else if (result.kind !== 'aborted') failing.delete(address);
    }
    if (failing.size === 0 && before.size > 0) logger.info('all news feeds can be read again');
    if ([...failing.keys()].every((address) => before.has(address))) return;
    const text = `${failing.size} of ${addresses.length} news feeds cannot be read; each is tried again`;
    // If all fail, there is usually one reason, such as no network.
    if (failing.size === addresses.length) logger.warn({ reasons: listReasons(failing) }, text);
    else
      logger.info({ feeds: [...failing].map(([address, reason]) => `${hostOf(address)}: ${reason}`) }, text);
  };
}

const hostOf = (address: string) => new URL(address).host;

/** Without host names, each reason once. */
function listReasons(failing: ReadonlyMap<string, string>): string[] {
  const reasons = [...failing].map(([address, reason]) =>
    reason.replaceAll(new URL(address).hostname, '').trim(),
  );
  return [...new Set(reasons)];
}
