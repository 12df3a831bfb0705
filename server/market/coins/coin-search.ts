import type { Coin, SearchCoin } from '#contract/market.ts';
import { createMemoryCache } from '#server/platform/cache/memory-cache.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { Fetched } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { createOnDemand, orAfterPatience } from './on-demand.ts';
import { mergeHits, normalizeQuery, searchRows, shortestUpstreamQuery } from './search-hits.ts';

type Hits = readonly SearchCoin[];

interface Merged {
  readonly coins: readonly Coin[];
  readonly theirs: Hits;
  readonly hits: Hits;
}

const noHits: Hits = [];
const freshMs = 300_000;
const hitBytes = 400;

/**
 * Searches the snapshot's coins, and the provider's where words are long enough and the budget allows. The provider's
 * silence costs only its share of the hits.
 */
export function createCoinSearch(
  upstream: Upstream,
  clock: Clock,
): (query: string, snapshot: Snapshot | null) => Promise<Fetched<Hits>> {
  const theirHits = createOnDemand<Hits>({
    clock,
    freshMs,
    maxEntries: 500,
    maxBytes: 4 * 1024 * 1024,
    sizeOf: (hits) => hitBytes * hits.length,
  });
  const merged = createMemoryCache<Merged>({ maxEntries: 500 });

  async function askUpstream(query: string): Promise<Fetched<Hits> | null> {
    if (query.length < shortestUpstreamQuery) return null;
    const fetched = theirHits.get(query, async () => {
      const { rows } = await upstream.ask({
        endpoint: 'search',
        claim: 'search',
        run: (provider, signal) => provider.searchCoins(query, signal),
      });
      return rows;
    });
    return orAfterPatience(
      fetched.catch(() => null),
      null,
    );
  }

  return async (asked, snapshot) => {
    const query = normalizeQuery(asked);
    const coins = snapshot?.coins ?? [];
    const fetched = await askUpstream(query);
    const theirs = fetched?.value ?? noHits;
    const known = merged.get(query)?.value;
    const isSame = known?.coins === coins && known.theirs === theirs;
    const hits = isSame ? known.hits : mergeHits(searchRows(coins, query), theirs);
    const now = clock.now();
    if (!isSame) merged.set(query, { coins, theirs, hits }, { storedAt: now, freshUntil: now });
    return { value: hits, fetchedAt: snapshot?.asOf ?? fetched?.fetchedAt ?? now, isStale: false };
  };
}
