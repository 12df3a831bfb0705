import { type EncodedBody, type EncodeOptions, encodeBody } from './http-cache.ts';
import { createMemoryCache } from './memory-cache.ts';

/** Keeps answers encoded, so that each is made once per source value however many ask. */
export interface EncodedCache {
  /**
   * The body under a key. It is made anew only where `source` is another object than the one it was made from;
   * those who ask meanwhile wait for the same making.
   */
  get(key: string, source: object, make: () => unknown, options?: EncodeOptions): Promise<EncodedBody>;
}

interface Held {
  readonly source: object;
  readonly body: EncodedBody;
}

const sizeOf = (body: EncodedBody) =>
  body.identity.length + (body.gzip?.length ?? 0) + (body.brotli?.length ?? 0);

/** An encoded cache in memory; the bodies asked for longest ago leave first when `maxBytes` is passed. */
export function createEncodedCache(bounds: { maxEntries: number; maxBytes: number }): EncodedCache {
  const held = createMemoryCache<Held>(bounds);
  const flights = new Map<string, { source: object; body: Promise<EncodedBody> }>();

  async function encode(key: string, source: object, made: unknown, options?: EncodeOptions) {
    try {
      const body = await encodeBody(made, options);
      // A newer source may have taken the key over meanwhile; its body is the one to keep.
      if (flights.get(key)?.source === source)
        held.set(key, { source, body }, { storedAt: 0, freshUntil: 0, bytes: sizeOf(body) });
      return body;
    } finally {
      if (flights.get(key)?.source === source) flights.delete(key);
    }
  }

  return {
    get(key, source, make, options) {
      const known = held.get(key)?.value;
      if (known?.source === source) return Promise.resolve(known.body);
      const flight = flights.get(key);
      if (flight?.source === source) return flight.body;
      const body = encode(key, source, make(), options);
      flights.set(key, { source, body });
      return body;
    },
  };
}
