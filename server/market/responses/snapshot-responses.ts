import { type EncodedBody, sizeOfBody } from '#server/platform/cache/encoded-body.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';

const maxUrls = 200;
const maxUrlLength = 300;
/** Besides what the cache of bodies holds: there are thousands of variants of a list, of almost a megabyte each. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Bodies of the current snapshot by request URL. A repeated request needs neither parsing nor waiting, which saves a
 * third of its cost. Each new snapshot clears them.
 */
export function createSnapshotResponses(market: Pick<MarketService, 'snapshot'>, publicUrl: () => string) {
  let known:
    | { snapshot: Snapshot; origin: string; bodies: Map<string, EncodedBody>; bytes: number }
    | undefined;

  return {
    find(url: string): EncodedBody | undefined {
      if (known?.snapshot !== market.snapshot() || known?.origin !== publicUrl()) return undefined;
      return known.bodies.get(url);
    },
    /** Adds the body of a response, unless a newer snapshot has arrived. */
    add(url: string, snapshot: Snapshot, body: EncodedBody): void {
      if (snapshot !== market.snapshot() || url.length > maxUrlLength) return;
      const origin = publicUrl();
      if (known?.snapshot !== snapshot || known.origin !== origin)
        known = { snapshot, origin, bodies: new Map(), bytes: 0 };
      const bytes = known.bytes + sizeOfBody(body);
      if (known.bodies.has(url) || known.bodies.size >= maxUrls || bytes > maxBytes) return;
      known.bodies.set(url, body);
      known.bytes = bytes;
    },
  };
}
