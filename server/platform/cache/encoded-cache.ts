import { LRUCache } from 'lru-cache';
import { FairQueue } from '../fair-queue.ts';
import { AppError } from '../http/app-error.ts';
import { isOwnRead, requesterNetwork } from '../http/requester.ts';
import { type EncodedBody, type EncodeOptions, encodeBody, sizeOfBody } from './encoded-body.ts';

/**
 * Caches encoded bodies, so that each is made once per source object for any number of requests. One body is made at a
 * time, and networks take turns: a list of coins takes a twentieth of a second, and there are thousands of variants.
 */
export interface EncodedCache {
  /**
   * The body for a key, remade only if `source` is not the object it was made from. Concurrent calls share the work.
   * Throws `rate_limited` if too many of the network's bodies wait to be made.
   */
  get(key: string, source: object, make: () => unknown, options?: EncodeOptions): Promise<EncodedBody>;
  /** Whether `get` would return the body without making it. */
  has(key: string, source: object): boolean;
  /** Whether there is a body for the key, whatever it was made from. */
  hasKey(key: string): boolean;
}

interface Stored {
  /** Weak, because a body that nobody requests again would keep a whole snapshot of the market. */
  readonly source: WeakRef<object>;
  readonly body: EncodedBody;
}

/** A body that is being made, or waits to be. */
interface Flight extends PromiseWithResolvers<EncodedBody> {
  readonly source: object;
  /** The networks that wait for it. Whoever's turn comes first makes it. */
  readonly networks: Set<string>;
}

/** Waiting requests of one network. */
const maxWaiting = 100;
const retryAfterSeconds = 1;
/** The server's own requests are never refused. */
const ownNetwork = 'own';

/** In memory; the least recently used bodies are evicted first. */
export function createEncodedCache(bounds: { maxEntries: number; maxBytes: number }): EncodedCache {
  const stored = new LRUCache<string, Stored>({ max: bounds.maxEntries, maxSize: bounds.maxBytes });
  const flights = new Map<string, Flight>();
  const queue = new FairQueue();

  /** Makes the body unless another network's turn came earlier. */
  async function make(key: string, flight: Flight, encode: () => Promise<EncodedBody>): Promise<void> {
    if (flight.networks.size === 0) return;
    flight.networks.clear();
    try {
      const body = await encode();
      // Unless a newer source has since taken over the key.
      if (flights.get(key) === flight)
        stored.set(
          key,
          { source: new WeakRef(flight.source), body },
          { size: Math.max(1, sizeOfBody(body)) },
        );
      flight.resolve(body);
    } catch (error) {
      flight.reject(error);
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  return {
    get(key, source, makeValue, options) {
      const known = stored.get(key);
      if (known?.source.deref() === source) return Promise.resolve(known.body);
      const open = flights.get(key);
      const network = (isOwnRead() ? undefined : requesterNetwork()) ?? ownNetwork;
      const joined = open?.source === source ? open : undefined;
      if (joined && (joined.networks.size === 0 || joined.networks.has(network))) return joined.promise;
      if (network !== ownNetwork && queue.countWaiting(network) >= maxWaiting)
        return Promise.reject(tooManyWaiting());
      const flight = joined ?? { ...Promise.withResolvers<EncodedBody>(), source, networks: new Set() };
      flight.networks.add(network);
      flights.set(key, flight);
      void queue.run(network, () => make(key, flight, async () => encodeBody(makeValue(), options)));
      return flight.promise;
    },
    has: (key, source) => stored.peek(key)?.source.deref() === source,
    hasKey: (key) => stored.has(key),
  };
}

function tooManyWaiting(): AppError {
  const message = 'Too many different requests at the same time. Please try again in a moment.';
  return new AppError('rate_limited', message, { retryAfter: retryAfterSeconds });
}
