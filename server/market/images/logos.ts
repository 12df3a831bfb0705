import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Milliseconds } from '#contract/units.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { LogoAddresses, LogoSize } from './logo-addresses.ts';
import type { LogoFetcher } from './logo-fetcher.ts';
import { createPackagedIcons } from './packaged-icons.ts';
import type { PictureStore } from './picture-store.ts';
import { detectPictureType } from './picture-type.ts';
import { placeholderSvg } from './placeholder.ts';

/** A logo to send. `isProvisional`: a better one may come soon, so clients cache it only briefly. */
export interface Logo {
  readonly body: EncodedBody;
  readonly isProvisional: boolean;
}

export interface Logos {
  /** The provider's logo of a coin, else the packaged icon, else a placeholder. */
  get(coinId: string, size: LogoSize): Promise<Logo>;
}

export interface LogosDeps {
  readonly addresses: LogoAddresses;
  readonly fetcher: LogoFetcher;
  readonly store: PictureStore;
  readonly clock: Clock;
  /** How long a request waits for the provider before falling back; the download continues. */
  readonly maxWaitMs?: Milliseconds;
}

const day = 24 * 60 * 60_000;
/** A stored logo older than this is fetched again; until that succeeds the old one is served. */
const renewAfterMs = 30 * day;
const memoryBounds = { max: 1_000, maxSize: 8 * 1024 * 1024 };

export function createLogos(deps: LogosDeps): Logos {
  const { addresses, fetcher, store, clock, maxWaitMs = 1_500 } = deps;
  const findPackagedIcon = createPackagedIcons();
  const placeholder = encodeBody(placeholderSvg, { contentType: 'image/svg+xml' });
  const memory = new LRUCache<string, { body: EncodedBody; freshUntil: number }>(memoryBounds);
  const flights = new Map<string, Promise<EncodedBody | undefined>>();

  async function keepInMemory(key: string, bytes: Buffer): Promise<EncodedBody> {
    const contentType = detectPictureType(bytes) ?? 'application/octet-stream';
    const body = await encodeBody(bytes, { contentType, compress: false });
    memory.set(key, { body, freshUntil: clock.now() + day }, { size: Math.max(1, bytes.length) });
    return body;
  }

  async function fetchAndKeep(key: string, address: string): Promise<EncodedBody | undefined> {
    const bytes = await fetcher.get(key, address);
    if (!bytes) return undefined;
    const [body] = await Promise.all([keepInMemory(key, bytes), store.set(key, bytes)]);
    return body;
  }

  /** Once for all requests that wait for the same logo: each would write it to the disk. */
  function fetchAndStore(key: string, address: string): Promise<EncodedBody | undefined> {
    const underway = flights.get(key);
    if (underway) return underway;
    const flight = fetchAndKeep(key, address).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  async function findStored(key: string, address: string): Promise<EncodedBody | undefined> {
    const held = memory.get(key);
    if (held && clock.now() < held.freshUntil) return held.body;
    const stored = await store.get(key);
    if (!stored) return undefined;
    if (clock.now() - stored.storedAt > renewAfterMs) void fetchAndStore(key, address);
    return keepInMemory(key, stored.bytes);
  }

  async function findOrFetch(coinId: string, size: LogoSize, address: string) {
    // Includes the URL: when the provider's URL changes, so does its picture.
    const key = `${coinId.toLowerCase()} ${size} ${address}`;
    const known = await findStored(key, address);
    if (known) return known;
    return Promise.race([fetchAndStore(key, address), wait(maxWaitMs, undefined, { ref: false })]);
  }

  return {
    async get(coinId, size) {
      const address = addresses.find(coinId, size);
      const body = address && (await findOrFetch(coinId, size, address));
      if (body) return { body, isProvisional: false };
      const icon = await findPackagedIcon(coinId);
      return { body: icon ?? (await placeholder), isProvisional: !icon || address !== undefined };
    },
  };
}
