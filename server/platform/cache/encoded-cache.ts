import { LRUCache } from 'lru-cache';
import { type EncodedBody, type EncodeOptions, encodeBody } from './encoded-body.ts';

/** Caches encoded bodies, so that each is made once per source object for any number of requests. */
export interface EncodedCache {
  /**
   * The body for a key, remade only if `source` is not the object it was made from. Concurrent calls share the work.
   */
  get(key: string, source: object, make: () => unknown, options?: EncodeOptions): Promise<EncodedBody>;
}

interface Stored {
  readonly source: object;
  readonly body: EncodedBody;
}

const sizeOf = (body: EncodedBody) =>
  body.identity.length + (body.gzip?.length ?? 0) + (body.brotli?.length ?? 0);

/** In memory; the least recently used bodies are evicted first. */
export function createEncodedCache(bounds: { maxEntries: number; maxBytes: number }): EncodedCache {
  const stored = new LRUCache<string, Stored>({ max: bounds.maxEntries, maxSize: bounds.maxBytes });
  const flights = new Map<string, { source: object; body: Promise<EncodedBody> }>();

  async function encode(key: string, source: object, made: unknown, options?: EncodeOptions) {
    try {
      const body = await encodeBody(made, options);
      // Unless a newer source has since taken over the key.
      if (flights.get(key)?.source === source)
        stored.set(key, { source, body }, { size: Math.max(1, sizeOf(body)) });
      return body;
    } finally {
      if (flights.get(key)?.source === source) flights.delete(key);
    }
  }

  return {
    get(key, source, make, options) {
      const known = stored.get(key);
      if (known?.source === source) return Promise.resolve(known.body);
      const flight = flights.get(key);
      if (flight?.source === source) return flight.body;
      const body = encode(key, source, make(), options);
      flights.set(key, { source, body });
      return body;
    },
  };
}
