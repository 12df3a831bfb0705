import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LogoAddresses, LogoSize } from './logo-addresses.ts';
import type { LogoFetcher } from './logo-fetcher.ts';
import { createPackagedIcons } from './packaged-icons.ts';
import type { PictureStore } from './picture-store.ts';
import { detectPictureType } from './picture-type.ts';
import { placeholderSvg } from './placeholder.ts';

/** A logo to send. `isProvisional`: a better one may be had in a while, so it is not to be kept for long. */
export interface Logo {
  readonly body: EncodedBody;
  readonly isProvisional: boolean;
}

export interface Logos {
  /** The provider's logo of a coin, else the packaged icon, else a placeholder: there is always one. */
  get(coinId: string, size: LogoSize): Promise<Logo>;
}

export interface LogosDeps {
  readonly addresses: LogoAddresses;
  readonly fetcher: LogoFetcher;
  readonly store: PictureStore;
  readonly clock: Clock;
  /** How long an asker waits for the provider before it gets the next best; the fetching goes on. */
  readonly patienceMs?: number;
}

const day = 24 * 60 * 60_000;
/** A stored logo older than this is fetched anew; until that succeeds it is still good. */
const renewAfterMs = 30 * day;
const memoryBounds = { max: 1_000, maxSize: 8 * 1024 * 1024 };

export function createLogos(deps: LogosDeps): Logos {
  const { addresses, fetcher, store, clock, patienceMs = 1_500 } = deps;
  const findPackagedIcon = createPackagedIcons();
  const placeholder = encodeBody(placeholderSvg, { contentType: 'image/svg+xml' });
  const memory = new LRUCache<string, { body: EncodedBody; freshUntil: number }>(memoryBounds);

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

  async function findKept(key: string, address: string): Promise<EncodedBody | undefined> {
    const held = memory.get(key);
    if (held && clock.now() < held.freshUntil) return held.body;
    const stored = await store.get(key);
    if (!stored) return undefined;
    if (clock.now() - stored.storedAt > renewAfterMs) void fetchAndKeep(key, address);
    return keepInMemory(key, stored.bytes);
  }

  async function findOrFetch(coinId: string, size: LogoSize, address: string) {
    // By its address too: where the provider changes, so do its pictures.
    const key = `${coinId.toLowerCase()} ${size} ${address}`;
    const kept = await findKept(key, address);
    if (kept) return kept;
    const patience = wait(patienceMs, undefined, { ref: false });
    return Promise.race([fetchAndKeep(key, address), patience]);
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
