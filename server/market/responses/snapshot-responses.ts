import type { EncodedBody } from '#server/platform/cache/http-cache.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';

const maxAddresses = 200;
const maxLength = 300;

/**
 * Bodies of the present snapshot by the very address they were asked for, so that the thousands who ask the same need
 * neither parsing nor waiting: that is a third of what such an answer costs. Empty again with each snapshot.
 */
export function createKnownAnswers(market: Pick<MarketService, 'snapshot'>, publicUrl: () => string) {
  let known: { snapshot: Snapshot; origin: string; bodies: Map<string, EncodedBody> } | undefined;

  return {
    find(address: string): EncodedBody | undefined {
      if (known?.snapshot !== market.snapshot() || known?.origin !== publicUrl()) return undefined;
      return known.bodies.get(address);
    },
    /** Takes in what was answered from a snapshot, unless a newer one has come meanwhile. */
    add(address: string, snapshot: Snapshot, body: EncodedBody): void {
      if (snapshot !== market.snapshot() || address.length > maxLength) return;
      const origin = publicUrl();
      if (known?.snapshot !== snapshot || known.origin !== origin)
        known = { snapshot, origin, bodies: new Map() };
      if (known.bodies.size < maxAddresses) known.bodies.set(address, body);
    },
  };
}
