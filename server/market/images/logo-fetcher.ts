import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import { PictureRefusedError } from './picture-fetch.ts';

/** Fetches logos without ever troubling the provider: few at once, each once, none soon again after a failure. */
export interface LogoFetcher {
  /** The picture, or undefined where it cannot be had now. Never rejects. */
  get(key: string, address: string): Promise<Buffer | undefined>;
}

const maxAtOnce = 4;
const maxWaiting = 300;
const failureMs = 5 * 60_000;
/** So many failures to reach the provider in a row, and nobody tries for a minute: every picture would wait in vain. */
const unreachableLimit = 4;
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
    // The pause may have begun while this one waited its turn.
    if (clock.now() < pausedUntil) return undefined;
    try {
      const bytes = await fetchPicture(address);
      unreachableInARow = 0;
      return bytes;
    } catch (error) {
      const now = clock.now();
      failedUntil.set(key, now + failureMs);
      unreachableInARow = error instanceof PictureRefusedError ? 0 : unreachableInARow + 1;
      if (unreachableInARow >= unreachableLimit) pausedUntil = now + pauseMs;
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
