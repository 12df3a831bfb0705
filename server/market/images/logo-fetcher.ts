import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/platform/clock.ts';
import { PictureRefusedError } from './picture-fetch.ts';

/** Fetches logos considerately: a few at a time, each once, and not again soon after a failure. */
export interface LogoFetcher {
  /** The picture, or undefined if it is not available now. Never rejects. */
  get(key: string, address: string): Promise<Buffer | undefined>;
}

const maxAtOnce = 4;
const maxWaiting = 300;
const failureMs = 5 * 60_000;
/** After this many consecutive failures to reach the provider, all fetching pauses for a minute. */
const maxUnreachable = 4;
const pauseMs = 60_000;

export function createLogoFetcher(deps: {
  fetchPicture: (address: string) => Promise<Buffer>;
  clock: Clock;
}): LogoFetcher {
  const { fetchPicture, clock } = deps;
  /** By key, until when (ms) not to try again. */
  const failedUntil = new LRUCache<string, number>({ max: 5_000 });
  const flights = new Map<string, Promise<Buffer | undefined>>();
  const queue = bulkhead(maxAtOnce, maxWaiting);
  let unreachableInARow = 0;
  let pausedUntil = 0;

  async function tryOnce(key: string, address: string): Promise<Buffer | undefined> {
    // A pause may have started while this fetch was queued.
    if (clock.now() < pausedUntil) return undefined;
    try {
      const bytes = await fetchPicture(address);
      unreachableInARow = 0;
      return bytes;
    } catch (error) {
      const now = clock.now();
      failedUntil.set(key, now + failureMs);
      unreachableInARow = error instanceof PictureRefusedError ? 0 : unreachableInARow + 1;
      if (unreachableInARow >= maxUnreachable) pausedUntil = now + pauseMs;
      return undefined;
    }
  }

  return {
    get(key, address) {
      const now = clock.now();
      if (now < pausedUntil || now < (failedUntil.get(key) ?? 0)) return Promise.resolve(undefined);
      const known = flights.get(key);
      if (known) return known;
      const flight = queue
        .execute(() => tryOnce(key, address))
        .catch((error: unknown) => {
          if (error instanceof BulkheadRejectedError) return undefined;
          throw error;
        })
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
