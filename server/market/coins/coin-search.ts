import { LRUCache } from 'lru-cache';
import { type Coin, type SearchCoin, searchSchema } from '#contract/market.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { Fetched } from '../fetched.ts';
import type { Snapshot } from '../snapshot.ts';
import { marketUnavailable } from './market-unavailable.ts';
import { noteReduction } from './note-reduction.ts';
import { createOnDemand, orFallback } from './on-demand.ts';
import { mergeHits, minUpstreamQuery, normalizeQuery, searchRows } from './search-hits.ts';

type Hits = readonly SearchCoin[];

interface Merged {
  readonly upstream: Hits;
  readonly hits: Hits;
}

const hitsSchema = searchSchema.shape.coins;
const noHits: Hits = [];
const noCoins: readonly Coin[] = [];
const freshMs = 300_000;
const hitBytes = 400;

/**
 * Searches the snapshot's coins, and the provider's if the query is long enough and the budget allows. If the provider
 * fails, the snapshot's hits remain. Throws `AppError('market_unavailable')` without either.
 */
export function createCoinSearch(
  upstream: Upstream,
  clock: Clock,
  answers?: SharedAnswers,
): (query: string, snapshot: Snapshot | null) => Promise<Fetched<Hits>> {
  const upstreamHits = createOnDemand<Hits>({
    clock,
    freshMs,
    maxEntries: 500,
    maxBytes: 4 * 1024 * 1024,
    shared: answers && { answers, kind: 'searches', schema: hitsSchema },
    sizeOf: (hits) => hitBytes * hits.length,
  });
  /** By the list that was searched, so that they live no longer than it does. */
  const mergedFrom = memoize((_coins: readonly Coin[]) => new LRUCache<string, Merged>({ max: 500 }));

  async function askUpstream(query: string): Promise<Fetched<Hits> | null> {
    if (query.length < minUpstreamQuery) return null;
    const fetched = upstreamHits.get(query, async () => {
      const { rows } = await upstream.ask({
        endpoint: 'search',
        claim: 'search',
        run: (provider, signal) => provider.searchCoins(query, signal),
      });
      return rows;
    });
    return orFallback(
      fetched.catch((error: unknown) => {
        noteReduction(error);
        return null;
      }),
      null,
    );
  }

  return async (text, snapshot) => {
    const query = normalizeQuery(text);
    const coins = snapshot?.coins ?? noCoins;
    const fetched = await askUpstream(query);
    // An empty list would mean that there is no such coin.
    if (!snapshot && !fetched) throw marketUnavailable();
    const found = fetched?.value ?? noHits;
    const merged = mergedFrom(coins);
    const known = merged.get(query);
    const isSame = known?.upstream === found;
    const hits = isSame ? known.hits : mergeHits(searchRows(coins, query), found);
    if (!isSame) merged.set(query, { upstream: found, hits });
    return { value: hits, fetchedAt: snapshot?.asOf ?? fetched?.fetchedAt ?? clock.now(), isStale: false };
  };
}
